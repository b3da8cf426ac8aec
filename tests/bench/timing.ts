/** Durations of calls made one after the other. */
export const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

/** Measures durations of answers; excludes the first answers, which read from the disk. */
export async function measureDurations(times: number, ask: (n: number) => Promise<string>): Promise<number[]> {
  const took: number[] = []
  for (let n = -5; n < times; n++) {
    const began = performance.now()
    const body = await ask(n)
    if (!body.startsWith('{"errno":"200"')) throw new Error(body.slice(0, 300))
    if (n >= 0) took.push(performance.now() - began)
  }
  return took
}
export const getFrom =
  (url: string, token: string) =>
  async (path: string): Promise<string> =>
    (await fetch(`${url}/api${path}`, { headers: { authorization: token } })).text()
