/** Times in fields. */

/** A time as a field for day and time has it: `2026-11-22T19:30`, here. */
export function toLocal(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The time that such a field says; `null` if it says none. */
export function fromLocal(text: string): number | null {
  const at = Date.parse(text);
  return text === '' || Number.isNaN(at) ? null : at;
}
