import { t } from '../text';

/** Copies a text, and tells whether that worked. */
export async function copy(text: string, tell: (words: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(t.table.copied);
  } catch {
    tell(t.table.notCopied);
  }
}
