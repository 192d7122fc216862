import { t } from '../text';

/** Copies a text, and tells whether that worked. `refused`: what is done instead where the text is not to be seen. */
export async function copy(text: string, tell: (words: string) => void, refused?: () => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(t.table.copied);
  } catch {
    if (refused) refused();
    else tell(t.table.notCopied);
  }
}
