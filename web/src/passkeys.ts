/** Creating and using passkeys in the browser. The data that passes through here is between the server and the authenticator. */
import { api, Refused } from './api/http';
import type { Me, OwnPasskey, PasskeyChallenge, PasskeyProof, SecondStep } from './api/types';
import { t } from './text';

/** Whether this browser supports passkeys through the interface of WebAuthn Level 3. */
export function browserHasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}

/** A JSON object, as the OpenAPI document types it. */
type Json = PasskeyChallenge['options'];

/** Creates a passkey for the server's challenge and adds it to the account. */
export async function makePasskey(challenge: PasskeyChallenge, name: string): Promise<OwnPasskey> {
  const options = challenge.options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await shown(navigator.credentials.create({ publicKey }));
  return api.addPasskey({ ticket: challenge.ticket, name, credential: made });
}

/** Signs in with a passkey, or confirms with one after the password if `step` is given. */
export async function signInWithPasskey(step?: SecondStep): Promise<Me> {
  return api.signInWithPasskey({ ...(await showPasskey()), second_step: step?.ticket });
}

/** Asks for a passkey and returns what it has signed. */
export async function showPasskey(): Promise<PasskeyProof> {
  const challenge = await api.challengePasskey();
  const options = challenge.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const signed = await shown(navigator.credentials.get({ publicKey }));
  return { ticket: challenge.ticket, credential: signed };
}

/** The authenticator's answer. A failure is thrown with a message for people. */
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
