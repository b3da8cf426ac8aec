/**
 * Web Push: notices on phones whose app is closed, through the push service of the browser vendor (RFC 8030, 8291,
 * 8292). A phone's push address belongs to its session and ends with it. Push services cannot read the messages.
 */
import { createECDH, createHash, ECDH } from 'node:crypto'
import { refuseInput } from '@/contract/errno'
import type { Language } from '@/contract/language'
import type { Application } from '../application'
import type { Context } from '../context'
import type { AppContext } from '../crud/operations'
import type { PushAddress } from '@/server/db/kit-tables'
import { computed, limit, sql } from '../sql'
import { assertHookAllowed, enqueueMessage } from './outbound-messages'
import { encodePublicKey, type PushPrivateKey, type PushSecret, type PushText } from './push-request'

/** Contact for operators of push services if no public https URL is configured. */
const DEFAULT_CONTACT = 'mailto:administrator@plant.invalid'
const MAX_PHONES = 1000

function generateKey(): PushPrivateKey {
  const keyPair = createECDH('prime256v1')
  const publicPoint = keyPair.generateKeys()
  const encodeCoordinate = (start: number) => publicPoint.subarray(start, start + 32).toString('base64url')
  // Padded to 32 bytes, because the private key may begin with zeros.
  const d = Buffer.concat([Buffer.alloc(32), keyPair.getPrivateKey()]).subarray(-32)
  return { kty: 'EC', crv: 'P-256', x: encodeCoordinate(1), y: encodeCoordinate(33), d: d.toString('base64url') }
}
const SEAL_PLACE = 'push_key'
/**
 * Loads the server's push key, creating it on first use. Phones subscribe to this key. If the key can no longer be
 * unsealed, a new key replaces it. Phones must then subscribe again, because a subscription is bound to its key.
 */
async function loadServerKey(ctx: Context): Promise<PushPrivateKey> {
  const { seals } = (ctx as AppContext).app
  const readStoredKey = async (): Promise<{ sealed: string; key: PushPrivateKey | null } | null> => {
    const [storedKey] = await ctx.query(
      sql<{
        sealed: string
      }>`select ${computed<{ sealed: string }>`key #>> '{}' as sealed`} from push_key where site_id = ${ctx.site}`,
    )
    const unsealedKey = storedKey ? seals.open(storedKey.sealed, SEAL_PLACE) : null
    return storedKey
      ? { ...storedKey, key: unsealedKey === null ? null : (JSON.parse(unsealedKey) as PushPrivateKey) }
      : null
  }
  const storedKey = await readStoredKey()
  if (storedKey?.key) return storedKey.key
  const sealedKey = JSON.stringify(seals.seal(JSON.stringify(generateKey()), SEAL_PLACE))
  if (storedKey) {
    await ctx.query(
      sql`with gone as (update push_key set key = ${sealedKey}::jsonb where site_id = ${ctx.site} and key #>> '{}' = ${storedKey.sealed} returning 1)
        update session set push = null where site_id = ${ctx.site} and push is not null and exists (select from gone)`,
    )
    ctx.touch('session')
  } else
    await ctx.query(
      sql`insert into push_key (site_id, key) values (${ctx.site}, ${sealedKey}::jsonb) on conflict do nothing`,
    )
  return (await readStoredKey())!.key!
}
/** Returns the server's public key, with which browsers subscribe. */
export const loadPublicKey = async (ctx: Context): Promise<string> => encodePublicKey(await loadServerKey(ctx))
/**
 * Saves the push address of this session's phone; null unsubscribes it.
 * @throws errno.parameter at a field that cannot be the address of a push service or a phone's key
 */
export async function savePushAddress(ctx: Context, subscription: Omit<PushAddress, 'language'> | null): Promise<null> {
  if (subscription) {
    assertHookAllowed(ctx, { url: subscription.endpoint }, 'endpoint')
    if (new URL(subscription.endpoint).protocol !== 'https:')
      throw refuseInput([{ path: ['endpoint'], code: 'notAllowed' }])
    if (!isCurvePoint(subscription.p256dh)) throw refuseInput([{ path: ['p256dh'], code: 'badFormat' }])
    if (Buffer.from(subscription.auth, 'base64url').length !== 16)
      throw refuseInput([{ path: ['auth'], code: 'badFormat' }])
  }
  const address: PushAddress | null = subscription && { ...subscription, language: ctx.language }
  // A browser keeps its push address when another person signs in, so clear it from other sessions.
  await ctx.query(
    sql`update session set push = case when id = ${ctx.person!.sessionId} then ${address ? JSON.stringify(address) : null}::jsonb end
      where site_id = ${ctx.site} and (id = ${ctx.person!.sessionId} or push ->> 'endpoint' = ${address?.endpoint ?? null})`,
  )
  ctx.touch('session')
  return null
}

/** True if a phone's key is an uncompressed point of P-256; messages are encrypted with it. */
function isCurvePoint(key: string): boolean {
  try {
    return Buffer.from(key, 'base64url').length === 65 && ECDH.convertKey(key, 'prime256v1', 'base64url').length > 0
  } catch {
    return false // not on the curve
  }
}

/**
 * Enqueues a notice to all signed-in phones of people that subscribed, once per `key`.
 * @param path page of the app opened by a tap
 */
export async function notifyPhones(
  ctx: Context,
  {
    people,
    title,
    path,
    key,
    urgent,
  }: {
    readonly people: readonly string[]
    readonly title: (language: Language) => string
    readonly path: string
    readonly key: string
    readonly urgent: boolean
  },
): Promise<void> {
  const phones = await ctx.query(
    sql<{
      id: string
      push: PushAddress
    }>`select id::text as id, push from session where site_id = ${ctx.site} and user_id = any(${[...people]}::uuid[])
      and push is not null and expires_at > ${ctx.now} order by id ${limit(MAX_PHONES)}`,
  )
  if (phones.length === 0) return
  const sharedSecretParts = {
    key: await loadServerKey(ctx),
    contact: getContact((ctx as AppContext).app),
    topic: buildTopic(key),
    urgent,
  }
  for (const { id, push } of phones) {
    const { endpoint, language, ...keys } = push
    const secret: PushSecret = { ...keys, ...sharedSecretParts }
    await enqueueMessage(ctx, {
      receiver: { kind: 'webPush', url: endpoint, secret: JSON.stringify(secret) },
      text: JSON.stringify({ title: title(language), path, tag: key } satisfies PushText),
      key: `push:${id}:${key}`,
    })
  }
}
/**
 * Builds the topic: a later message with the same topic replaces a message that is still waiting. At most 32
 * characters.
 */
const buildTopic = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 32)
const getContact = ({ publicUrl }: Application): string =>
  publicUrl?.startsWith('https:') ? publicUrl : DEFAULT_CONTACT
