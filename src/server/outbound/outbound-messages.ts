import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { robotHosts, type Webhook, type OutboundKind, type OutboundState } from '@/contract/webhook'
import { refuseInput } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { Application } from '../application'
import type { Context } from '../context'
import type { AppContext } from '../crud/operations'
import { outboundMessage } from '@/server/db/kit-tables'
import { getPoolQuery } from '../create-context'
import { columns, limit, sql } from '../sql'
import { buildHookRequest, parseHookRefusal, type OutboundRequest } from './hook-request'
import { findHookAddressProblem, postRequest } from './post-request'
import { isSubscriptionGone, buildPushRequest } from './push-request'

/** A webhook or a person's phone. */
type Receiver = Omit<Webhook, 'kind'> & { readonly kind: OutboundKind }

/** Receivers that do not answer within this time are cut off. */
export const SEND_TIMEOUT_MS = 10_000
/** Longer than any attempt, so that an expired lease always belongs to a crashed instance. */
const LEASE_MS = 60_000
const SEND_BATCH_SIZE = 20
const FIRST_PAUSE_MS = 30_000
const MAX_PAUSE_MS = 30 * 60_000
/** With the pauses between attempts, the last attempt is made about two hours after the first. */
export const MAX_ATTEMPTS = 10
/** Days for which finished messages are kept. After that, the same key stands for a new message. */
const RETENTION_DAYS = 90
const DELETE_BATCH_SIZE = 5_000

/** Returns the pause before the next attempt in ms, doubling with each attempt up to 30 minutes. */
export const getRetryPauseMs = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS)

/**
 * Asserts that a hook's address may be called. Hosts allowed by name pass without the last three checks.
 * @throws errno.parameter at the field if it is not a valid URL, not https, in the plant's network, or not a host of the
 * chat robot's vendor
 */
export function assertHookAllowed(
  ctx: Context,
  hook: Pick<Webhook, 'url'> & Partial<Pick<Webhook, 'kind'>>,
  field: string,
): void {
  if (!URL.canParse(hook.url)) throw refuseInput([{ path: [field], code: 'badFormat' }])
  const [url, allowedHosts] = [new URL(hook.url), getAllowedHosts(ctx)]
  const problem = findHookAddressProblem(url, allowedHosts)
  if (problem) throw refuseInput([{ path: [field], code: problem }])
  const hosts = hook.kind ? robotHosts[hook.kind] : null
  if (hosts && !hosts.includes(url.hostname) && !allowedHosts.has(url.hostname))
    throw refuseInput([{ path: [field], code: 'otherHost', params: { hosts: hosts.join(', ') } }])
}
const getAllowedHosts = (ctx: Context) => (ctx as AppContext).app.outboundHosts

/**
 * Enqueues a text in the caller's transaction; it is sent once per `key` after the commit is durable. Temporary
 * failures (status 500, no answer) are retried. If the sender crashes between the receiver's answer and recording it,
 * the message is sent twice; a plain webhook detects the repeat by its Idempotency-Key.
 * @param key unique within the plant, at most 200 characters, for example `energyAlarm:<id>:1`
 */
export async function enqueueMessage(
  ctx: Context,
  { receiver, text, key }: { receiver: Receiver; text: string; key: string },
): Promise<void> {
  const { seals } = (ctx as AppContext).app
  const [url, secret] = [
    seals.seal(receiver.url, getSealPlace(key)),
    receiver.secret === null ? null : seals.seal(receiver.secret, getSealPlace(key)),
  ]
  await ctx.query(
    sql`insert into outbound_message (site_id, id, key, kind, url, secret, text, created_at, next_at)
      values (${ctx.site}, ${createUuid7(ctx.now.getTime())}, ${key}, ${receiver.kind}, ${url}, ${secret}, ${text}, ${ctx.now}, ${ctx.now})
      on conflict do nothing`,
  )
}

const getSealPlace = (key: string): string => `outbound_message ${key}`

/** Delivery status of a message. */
export interface MessageStatus {
  readonly key: string
  readonly state: OutboundState
  readonly attempts: number
  /** Reason why the last attempt failed. */
  readonly lastError: string | null
  /** Time of the next attempt, or when it was sent or given up. */
  readonly at: string
}
/** Lists the status of messages by key; unknown keys are missing. */
export async function listMessageStatuses(
  ctx: Pick<Context, 'query' | 'site'>,
  keys: readonly string[],
): Promise<MessageStatus[]> {
  return ctx.query(
    sql`select ${columns(outboundMessage, ['key', 'state', 'attempts', 'lastError', { at: 'nextAt' }])}
      from outbound_message where site_id = ${ctx.site} and key = any(${keys}::text[]) order by created_at, id`,
  )
}
/** Retries a failed message, starting again with the first attempt. */
export async function retryMessage(ctx: Context, key: string): Promise<void> {
  await ctx.query(
    sql`update outbound_message set state = 'waiting', attempts = 0, next_at = ${ctx.now}
      where site_id = ${ctx.site} and key = ${key} and state = 'failed'`,
  )
}

/**
 * Makes one attempt for each due message. A lease ensures that only one of several instances sends it. Runs outside any
 * transaction, so that a hanging receiver blocks nothing.
 * @returns number of attempts
 */
export async function sendDueMessages(app: Application, timeoutMs = SEND_TIMEOUT_MS): Promise<number> {
  const holder = randomUUID()
  const now = app.clock()
  const leasedMessages = await getPoolQuery(app)(
    sql`update outbound_message m set holder = ${holder}, lease_until = ${new Date(now.getTime() + LEASE_MS)}, attempts = attempts + 1
      from (select site_id, id from outbound_message where site_id = ${app.site} and state = 'waiting' and next_at <= ${now}
          and (lease_until is null or lease_until < ${now}) order by next_at ${limit(SEND_BATCH_SIZE)} for update skip locked) due
      where m.site_id = due.site_id and m.id = due.id
      returning ${columns(outboundMessage, ['id', 'key', 'kind', 'url', 'secret', 'text', 'attempts'], 'm')}`,
  )
  await app.db.waitUntilDurable()
  await Promise.all(leasedMessages.map((message) => attemptSending(app, holder, message, timeoutMs)))
  return leasedMessages.length
}
interface LeasedMessage extends Receiver {
  readonly id: string
  readonly key: string
  readonly text: string
  readonly attempts: number
}
function buildRequest(app: Application, { kind, ...message }: LeasedMessage): OutboundRequest {
  const content = { ...message, attemptedAtMs: app.clock().getTime() }
  return kind === 'webPush' ? buildPushRequest(message, content) : buildHookRequest({ ...message, kind }, content)
}
/** Unseals a message's address and secret; null if the key to open them is missing. */
function unsealMessage(app: Application, message: LeasedMessage): LeasedMessage | null {
  const unseal = (sealed: string) => app.seals.open(sealed, getSealPlace(message.key))
  const [url, secret] = [unseal(message.url), message.secret && unseal(message.secret)]
  return url === null || (message.secret && secret === null) ? null : { ...message, url, secret }
}
async function attemptSending(
  app: Application,
  holder: string,
  leasedMessage: LeasedMessage,
  timeoutMs: number,
): Promise<void> {
  const message = unsealMessage(app, leasedMessage)
  if (!message) return failMessageWithoutKey(app, holder, leasedMessage)
  const request = buildRequest(app, message)
  const result = await postRequest(request, { allowedHosts: app.outboundHosts, timeoutMs })
  const failure = result.ok ? (message.kind === 'webPush' ? null : parseHookRefusal(message.kind, result.body)) : result
  const isFinal = failure !== null && (!failure.canRetry || message.attempts >= MAX_ATTEMPTS)
  const state: OutboundState = failure === null ? 'sent' : isFinal ? 'failed' : 'waiting'
  const now = app.clock().getTime()
  const nextAt = new Date(state === 'waiting' ? now + getRetryPauseMs(message.attempts) : now)
  if (failure)
    app.log.warn({ host: request.url.hostname, key: message.key, why: failure.reason }, 'a message was not taken')
  if (message.kind === 'webPush' && failure && isSubscriptionGone(failure.reason))
    await getPoolQuery(app)(
      sql`update session set push = null where site_id = ${app.site} and push ->> 'endpoint' = ${message.url}`,
    )
  // Sent messages no longer need their secrets.
  await getPoolQuery(app)(
    sql`update outbound_message set state = ${state}, next_at = ${nextAt}, last_error = ${failure?.reason ?? null}, holder = null, lease_until = null,
        url = case when ${state} = 'sent' then ${request.url.origin} else url end, secret = case when ${state} = 'sent' then null else secret end
      where site_id = ${app.site} and id = ${message.id} and holder = ${holder}`,
  )
  await app.db.waitUntilDurable()
}

async function failMessageWithoutKey(app: Application, holder: string, { id, key }: LeasedMessage): Promise<void> {
  const why = 'sealed with a key that is not here'
  app.log.warn({ key, why }, 'a message was not sent')
  await getPoolQuery(app)(
    sql`update outbound_message set state = 'failed', next_at = ${app.clock()}, last_error = ${why}, holder = null, lease_until = null
      where site_id = ${app.site} and id = ${id} and holder = ${holder}`,
  )
  await app.db.waitUntilDurable()
}

const runningSends = new WeakMap<Application, Promise<unknown>>()
/**
 * Scheduled job: starts sending due messages unless a run is active. The job does not wait for the sending, so hanging
 * receivers delay no other jobs.
 */
export function startSending(ctx: Context): Promise<void> {
  const { app } = ctx as AppContext
  ctx.afterCommit(() => {
    if (runningSends.has(app)) return
    const sendPromise = (async () => {
      while ((await sendDueMessages(app)) === SEND_BATCH_SIZE);
    })()
    runningSends.set(
      app,
      sendPromise
        .catch((error: unknown) => app.log.error({ err: error }, 'messages could not be sent'))
        .finally(() => runningSends.delete(app)),
    )
  })
  return Promise.resolve()
}
/** Waits up to 5 s for the running attempts, before the database closes. */
export const waitForSending = async (app: Application): Promise<void> =>
  void (await Promise.race([runningSends.get(app), pause(5_000, undefined, { ref: false })]))

/** Scheduled job: deletes messages that were sent or given up more than `RETENTION_DAYS` ago. */
export async function deleteOldMessages(ctx: Context): Promise<void> {
  await ctx.query(
    sql`delete from outbound_message m using (select site_id, id from outbound_message
        where site_id = ${ctx.site} and state <> 'waiting' and next_at < ${ctx.now}::timestamptz - make_interval(days => ${RETENTION_DAYS}) ${limit(DELETE_BATCH_SIZE)}) old
      where m.site_id = old.site_id and m.id = old.id`,
  )
}
