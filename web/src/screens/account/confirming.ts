/** How the owner of an account confirms a change: with the password, and a code where one is asked for, or with a passkey. */
import type { OwnAccount, PasskeyProof } from '../../api/types';
import { browserHasPasskeys, showPasskey } from '../../passkeys';
import { t } from '../../text';
import type { Field, FormProps } from '../../ui/form';

/** The credentials that the owner shows. */
export type Shown = { password: string; code?: string } | { passkey: PasskeyProof };

/** The part of a form with the fields and how it is sent: a passkey may replace password and code. */
export function confirming(
  { passkeys }: OwnAccount,
  fields: readonly Field[],
  send: (shown: Shown, values: Record<string, string>) => Promise<void>,
): Pick<FormProps, 'fields' | 'send' | 'instead'> {
  const withPassword: FormProps['send'] = values => {
    const { password = '', code } = values;
    return send(code === undefined ? { password } : { password, code }, values);
  };
  if (passkeys === 0 || !browserHasPasskeys()) return { fields, send: withPassword };
  return {
    fields,
    send: withPassword,
    instead: {
      label: t.passkeys.instead,
      fields: [passwordField.name, codeField.name],
      send: async values => send({ passkey: await showPasskey() }, values),
    },
  };
}

export const passwordField: Field = {
  name: 'password',
  label: t.account.current,
  missing: t.account.noCurrent,
  autocomplete: 'current-password',
};

export const codeField: Field = {
  name: 'code',
  label: t.secondFactor.code,
  note: t.secondFactor.codeNote,
  missing: t.secondFactor.noCode,
  autocomplete: 'one-time-code',
};

/** The code field for accounts without an app: only recovery codes are accepted. */
export const recoveryCodeField: Field = {
  ...codeField,
  label: t.secondFactor.recoveryCode,
  note: t.secondFactor.recoveryCodeNote,
};

/** The code that is required besides the password, if there is a second factor. */
export function codeFields({ second_factor, second_factor_app }: OwnAccount): Field[] {
  if (!second_factor) return [];
  return [second_factor_app ? codeField : recoveryCodeField];
}
