import { createECDH, createPrivateKey, sign } from 'node:crypto'
import ece from 'http_ece'
import type { PushAddress } from '@/server/db/kit-tables'
import type { MessageContent, OutboundRequest } from './hook-request'

/** A notice not delivered within this time is no longer worth waking anybody for. */
const TTL_SECONDS = 4 * 3600
/** Push services accept tokens of at most 24 h. */
const TOKEN_LIFETIME_SECONDS = 12 * 3600

/** The server's signing key as a JSON Web Key (RFC 7517). */
export interface PushPrivateKey {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly d: string
}
/** Data needed to send a message to a phone, stored in the column that holds the secret of a webhook. */
export interface PushSecret extends Omit<PushAddress, 'endpoint' | 'language'> {
  readonly key: PushPrivateKey
  readonly contact: string
  readonly topic: string
  readonly urgent: boolean
}
/** The JSON that the phone receives. */
export interface PushText {
  readonly title: string
  /** Page of the app opened by a tap. */
  readonly path: string
  /** A later notice with the same tag replaces this one. */
  readonly tag: string
}

/** Encodes the public key as browsers and push services expect it: an uncompressed point, base64url. */
export const encodePublicKey = ({ x, y }: PushPrivateKey): string =>
  Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')

/** Builds the push request to a phone: encrypted for it (RFC 8291) and signed with the server's key (RFC 8292). */
export function buildPushRequest(
  { url, secret }: { readonly url: string; readonly secret: string | null },
  { text, attemptedAtMs }: Pick<MessageContent, 'text' | 'attemptedAtMs'>,
): OutboundRequest {
  const { key, contact, topic, urgent, p256dh, auth } = JSON.parse(secret ?? '') as PushSecret
  const endpoint = new URL(url)
  // A new key pair per message, so that a leaked server key reveals no messages.
  const ephemeralKeys = createECDH('prime256v1')
  ephemeralKeys.generateKeys()
  const body = ece.encrypt(Buffer.from(text), {
    version: 'aes128gcm',
    privateKey: ephemeralKeys,
    dh: p256dh,
    authSecret: auth,
  })
  const token = signToken(key, {
    aud: endpoint.origin,
    exp: Math.floor(attemptedAtMs / 1000) + TOKEN_LIFETIME_SECONDS,
    sub: contact,
  })
  return {
    url: endpoint,
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(TTL_SECONDS),
      urgency: urgent ? 'high' : 'normal',
      topic,
      authorization: `vapid t=${token}, k=${encodePublicKey(key)}`,
    },
    body,
  }
}
/** Signs a JSON Web Token with ES256. @see RFC 7518: the signature is r and s concatenated */
function signToken(key: PushPrivateKey, claims: object): string {
  const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signedPart = `${encodePart({ typ: 'JWT', alg: 'ES256' })}.${encodePart(claims)}`
  const signingKey = createPrivateKey({ key: { ...key }, format: 'jwk' })
  return `${signedPart}.${sign('sha256', Buffer.from(signedPart), { key: signingKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
/** True if a push service no longer knows the phone. @see RFC 8030 section 7.3 */
export const isSubscriptionGone = (failureReason: string): boolean =>
  failureReason === 'status 404' || failureReason === 'status 410'
