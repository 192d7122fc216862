/** The lines across a graph of ratings. */

/** Round ratings between two, at most five of them. */
export function rulesBetween(low: number, high: number): number[] {
  const step = [25, 50, 100, 200, 500, 1000].find(one => (high - low) / one <= 5) ?? 2000;
  const rules: number[] = [];
  for (let rating = Math.ceil(low / step) * step; rating <= high; rating += step) rules.push(rating);
  return rules;
}
