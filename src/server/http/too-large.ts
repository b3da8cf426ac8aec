/** Refusals by size, and how they reach a caller who is still sending. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'

const MB = 1024 * 1024
const inWords = (bytes: number): string =>
  bytes >= MB ? `${Math.round((bytes / MB) * 10) / 10} MB` : `${Math.round(bytes / 102.4) / 10} kB`

/** HTTP 413, with the limit in words: bytes, and of a call that takes many entries how many it takes at once. */
export function tooLarge(limit: number, endpoint?: Endpoint): Refusal {
  const [name, field] = listIn(endpoint) ?? []
  return Object.assign(
    new Refusal(errno.parameter, field ? 'contract:errors.tooLargeList' : 'contract:errors.tooLarge', {
      params: { limit: inWords(limit), ...(field ? { field: name ?? '', count: field.max } : {}) },
    }),
    { statusCode: 413 },
  )
}
/** What a call with a limit of its own takes many of. */
const listIn = (endpoint: Endpoint | undefined) =>
  endpoint?.largestBody === undefined
    ? undefined
    : Object.entries(endpoint.input).flatMap(([name, field]) =>
        (field.kind === 'list' || field.kind === 'series') && field.required ? [[name, field] as const] : [],
      )[0]

/** Whether a call was refused for its size, by us or by a parser. */
export const isTooLarge = (error: unknown): boolean => (error as { statusCode?: number }).statusCode === 413

/** What is taken of a body that was refused, bytes and ms: more than any gateway sends by mistake, less than hurts. */
const MOST_TAKEN = 32 * MB
const TAKEN_MS = 15_000

/**
 * Before a connection that ends with the answer gets it: many clients write all of a body before they read a byte. Were
 * it closed meanwhile, its end would reach them as an error, and the answer not at all. Where the connection goes on, the
 * rest is thrown away after the answer.
 */
export async function letFinish({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  // A parser that gives a body up closes, as nobody would read what is sent on.
  const closes = reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive
  // An injected request of a test has no such thing.
  if (closes && raw.complete === false && (await restTaken(raw))) void reply.removeHeader('connection')
}
/** Takes the rest of a body and throws it away; answers whether all of it has come. */
function restTaken(raw: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let taken = 0
    const done = () => {
      clearTimeout(timer)
      raw.off('data', count).off('end', done).off('close', done)
      resolve(raw.complete)
    }
    const count = (bytes: Buffer) => {
      taken += bytes.length
      if (taken > MOST_TAKEN) done()
    }
    const timer = setTimeout(done, TAKEN_MS)
    timer.unref()
    raw.on('data', count).on('end', done).on('close', done).resume()
  })
}
