import { createHmac } from 'node:crypto'
import type { Hook, HookKind } from '@/contract/hook'

/** An HTTP POST request, ready to be sent. */
export interface Letter {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}
export interface TextLetter extends Letter {
  readonly body: string
}
export interface Content {
  readonly text: string
  /** Key of the message, the same at each attempt, so that a receiver can detect repeats. */
  readonly key: string
  /** Time of the attempt, ms since 1970. */
  readonly at: number
}
const hmac = (key: string, message: string) => createHmac('sha256', key).update(message, 'utf8')

/**
 * Signs for DingTalk: HMAC-SHA256 over `timestamp\nsecret` with the secret as key, base64, in the URL; timestamp in ms.
 */
export const dingtalkSign = (secret: string, timestamp: number): string =>
  hmac(secret, `${timestamp}\n${secret}`).digest('base64')
/**
 * Signs for Feishu: HMAC-SHA256 over an empty message with `timestamp\nsecret` as key, base64, in the body; timestamp
 * in s.
 */
export const feishuSign = (secret: string, timestamp: number): string =>
  hmac(`${timestamp}\n${secret}`, '').digest('base64')
/** Signs for a plain JSON webhook: HMAC-SHA256 over `timestamp.body` with the secret as key, hex; timestamp in s. */
export const plainSign = (secret: string, timestamp: number, body: string): string =>
  hmac(secret, `${timestamp}.${body}`).digest('hex')

const formats: Readonly<Record<HookKind, (hook: Hook, content: Content) => TextLetter>> = {
  dingtalk: ({ url, secret }, { text, at }) => {
    const to = new URL(url)
    if (secret) {
      to.searchParams.set('timestamp', String(at))
      to.searchParams.set('sign', dingtalkSign(secret, at))
    }
    return posted(to, { msgtype: 'text', text: { content: text } })
  },
  wecom: ({ url }, { text }) => posted(new URL(url), { msgtype: 'text', text: { content: text } }),
  feishu: ({ url, secret }, { text, at }) => {
    const timestamp = Math.floor(at / 1000)
    const signed = secret ? { timestamp: String(timestamp), sign: feishuSign(secret, timestamp) } : {}
    return posted(new URL(url), { ...signed, msg_type: 'text', content: { text } })
  },
  json: ({ url, secret }, { text, key, at }) => {
    const letter = posted(new URL(url), { key, text, at: new Date(at).toISOString() }, { 'idempotency-key': key })
    const timestamp = Math.floor(at / 1000)
    const signed: Record<string, string> = secret
      ? { 'x-timestamp': String(timestamp), 'x-signature': `sha256=${plainSign(secret, timestamp, letter.body)}` }
      : {}
    return { ...letter, headers: { ...letter.headers, ...signed } }
  },
}
const posted = (url: URL, body: object, headers: Record<string, string> = {}): TextLetter => ({
  url,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
})
/** Builds the request that sends a text to a hook, signed as its kind requires. */
export const letterFor = (hook: Hook, content: Content): TextLetter => formats[hook.kind](hook, content)

/** Rate-limit codes of chat robots; the message is retried later. */
const busyCodes = new Set([130101, 45009, 9499, 11232])
/**
 * Parses the refusal in a robot's answer: robots refuse messages with status 200. Null if the message was accepted; a
 * plain webhook accepts by status 200 alone.
 */
export function refusalIn(kind: HookKind, body: string): { why: string; again: boolean } | null {
  if (kind === 'json') return null
  const said = parsed(body)
  const code = said?.['errcode'] ?? said?.['code'] ?? said?.['StatusCode']
  if (code === 0) return null
  if (typeof code !== 'number') return { why: `unexpected answer: ${body.slice(0, 200)}`, again: true }
  const words = said?.['errmsg'] ?? said?.['msg'] ?? said?.['StatusMessage']
  return { why: `${code} ${typeof words === 'string' ? words.slice(0, 300) : ''}`.trim(), again: busyCodes.has(code) }
}
function parsed(body: string): Record<string, unknown> | null {
  try {
    const said: unknown = JSON.parse(body)
    return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : null
  } catch {
    return null // not JSON; the caller reports the text
  }
}
