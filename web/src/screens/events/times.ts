/** Times in `datetime-local` fields. */

/** A time as the value of such a field, in local time: `2026-11-22T19:30`. */
export function toLocal(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The time in such a field; `null` if it is empty or invalid. */
export function fromLocal(text: string): number | null {
  const at = Date.parse(text);
  return text === '' || Number.isNaN(at) ? null : at;
}
