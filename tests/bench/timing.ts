/** Durations of sequential calls. */
export const getPercentile = (durationsMs: readonly number[], share: number): number =>
  [...durationsMs].sort((a, b) => a - b)[Math.min(durationsMs.length - 1, Math.floor(durationsMs.length * share))] ?? 0

/** Measures calls in ms, after five calls that warm up and get negative numbers. */
export async function measureDurations(count: number, call: (n: number) => Promise<string>): Promise<number[]> {
  const durationsMs: number[] = []
  for (let n = -5; n < count; n++) {
    const startTime = performance.now()
    const body = await call(n)
    if (!body.startsWith('{"errno":"200"')) throw new Error(body.slice(0, 300))
    if (n >= 0) durationsMs.push(performance.now() - startTime)
  }
  return durationsMs
}
export const createGet =
  (url: string, token: string) =>
  async (path: string): Promise<string> =>
    (await fetch(`${url}/api${path}`, { headers: { authorization: token } })).text()
