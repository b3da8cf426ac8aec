/** Tags, their values, and calls to the server, for the measurements of both transports. */
import type { ServerProcess } from './server-process'

export interface TelemetrySizes {
  readonly readings: number
  readonly messages: number
}
/** Half of the tags are counters of meters. */
export const TAGS = 100
export const MINUTE_MS = 60_000
/** The service account for readings of the broker. */
export const GATEWAY = '00000000-0000-7000-8000-f00000000001'

export async function callServer<T>(server: ServerProcess, token: string, path: string, body?: object): Promise<T> {
  const answer = (await (
    await fetch(`${server.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  ).json()) as { errno: string; errmsg: string; data: T }
  if (answer.errno !== '200') throw new Error(`${path}: ${answer.errno} ${answer.errmsg}`)
  return answer.data
}
/** Counters increase, gauges oscillate. */
export const calculateValue = (tag: number, minute: number): number =>
  tag % 2 === 0 ? 20 + ((tag * 31 + minute * 17) % 100) / 10 : 1000 + minute * 2 + (tag % 7) / 10
