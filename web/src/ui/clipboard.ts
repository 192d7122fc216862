import { t } from '../text';

/** Copies a text and tells the user whether that worked. `refused`: called instead on failure, where the text is not on screen anyway. */
export async function copy(text: string, tell: (words: string) => void, refused?: () => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(t.table.copied);
  } catch {
    if (refused) refused();
    else tell(t.table.notCopied);
  }
}
