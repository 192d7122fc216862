/** The grid lines of a rating graph. */

/** Round ratings between two bounds, in steps that keep them few. */
export function rulesBetween(low: number, high: number): number[] {
  const step = [25, 50, 100, 200, 500, 1000].find(one => (high - low) / one <= 5) ?? 2000;
  const rules: number[] = [];
  for (let rating = Math.ceil(low / step) * step; rating <= high; rating += step) rules.push(rating);
  return rules;
}
