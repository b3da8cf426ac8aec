import { createECDH, createPrivateKey, sign } from 'node:crypto'
import ece from 'http_ece'
import type { PushAddress } from '../db/push-table'
import type { Letter } from './formats'

/** A notice that could not be brought within so long is not worth waking anybody for, s. */
const TTL_SECONDS = 4 * 3600
/** Services take tokens of 24 h at most. */
const TOKEN_SECONDS = 12 * 3600

export interface PrivateKey {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly d: string
}
/** What of a message to a phone is kept where hooks keep their secret. */
export interface PushSecret extends Omit<PushAddress, 'endpoint' | 'language'> {
  readonly key: PrivateKey
  readonly contact: string
  readonly topic: string
  readonly urgent: boolean
}
/** What the phone gets, as JSON. */
export interface PushText {
  readonly title: string
  /** Page of the app that a tap opens. */
  readonly path: string
  /** A later one with the same tag takes its place. */
  readonly tag: string
}

/** The open half of a key as browsers and services take it: an uncompressed point, base64url. */
export const openHalf = ({ x, y }: PrivateKey): string =>
  Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')

/** The request that brings a message to a phone: encrypted for it alone (RFC 8291), signed with the server's key (RFC 8292). */
export function pushLetter(
  { url, secret }: { readonly url: string; readonly secret: string | null },
  { text, at }: { readonly text: string; readonly at: number },
): Letter {
  const { key, contact, topic, urgent, p256dh, auth } = JSON.parse(secret ?? '') as PushSecret
  const to = new URL(url)
  // A pair of its own for each message: who learns the server's key later reads none of them.
  const once = createECDH('prime256v1')
  once.generateKeys()
  const body = ece.encrypt(Buffer.from(text), { version: 'aes128gcm', privateKey: once, dh: p256dh, authSecret: auth })
  const token = signedToken(key, { aud: to.origin, exp: Math.floor(at / 1000) + TOKEN_SECONDS, sub: contact })
  return {
    url: to,
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(TTL_SECONDS),
      urgency: urgent ? 'high' : 'normal',
      topic,
      authorization: `vapid t=${token}, k=${openHalf(key)}`,
    },
    body,
  }
}
/** A JSON Web Token by ES256 (RFC 7518: both halves of the signature side by side). */
function signedToken(key: PrivateKey, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const said = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const own = createPrivateKey({ key: { ...key }, format: 'jwk' })
  return `${said}.${sign('sha256', Buffer.from(said), { key: own, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
/** Statuses by which a push service says that it knows the phone no more (RFC 8030, 7.3). */
export const isGone = (why: string): boolean => why === 'status 404' || why === 'status 410'
