/** Passkeys, as the browser makes and uses them. What goes through here is between the server and the authenticator. */
import { api, Refused } from './api/http';
import type { Me, OwnPasskey, PasskeyChallenge, PasskeyProof, SecondStep } from './api/types';
import { t } from './text';

/** Whether this browser has passkeys, and says so as WebAuthn's third level has it. */
export function browserHasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}

/** An object in the words of the API's description. */
type Json = PasskeyChallenge['options'];

/** Makes a passkey as the server wants it, and adds it to the account. */
export async function makePasskey(challenge: PasskeyChallenge, name: string): Promise<OwnPasskey> {
  const options = challenge.options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await shown(navigator.credentials.create({ publicKey }));
  return api.addPasskey({ ticket: challenge.ticket, name, credential: made });
}

/** Signs in with a passkey; after the password, if there is a second step. */
export async function signInWithPasskey(step?: SecondStep): Promise<Me> {
  return api.signInWithPasskey({ ...(await showPasskey()), second_step: step?.ticket });
}

/** Asks for a passkey, and answers what it has signed. */
export async function showPasskey(): Promise<PasskeyProof> {
  const challenge = await api.challengePasskey();
  const options = challenge.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const signed = await shown(navigator.credentials.get({ publicKey }));
  return { ticket: challenge.ticket, credential: signed };
}

/** The authenticator's answer; a sentence tells what keeps it from answering. */
async function shown(asked: Promise<Credential | null>): Promise<Json> {
  try {
    const credential = await asked;
    if (credential instanceof PublicKeyCredential) return credential.toJSON() as Json;
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new Refused(isKnown ? t.passkeys.known : t.passkeys.cancelled);
  }
  throw new Refused(t.passkeys.cancelled);
}
