import { createHmac } from 'node:crypto'
import type { Hook, HookKind } from '@/contract/hook'

/** What goes out, ready to be posted. */
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
  /** Of the message: the same at each attempt, so that a receiver may know a repeat. */
  readonly key: string
  /** When the attempt is made, ms. */
  readonly at: number
}
const hmac = (key: string, message: string) => createHmac('sha256', key).update(message, 'utf8')

/** DingTalk: HMAC-SHA256 over `timestamp\nsecret` with the secret as its key, base64, in the address; timestamp in ms. */
export const dingtalkSign = (secret: string, timestamp: number): string =>
  hmac(secret, `${timestamp}\n${secret}`).digest('base64')
/** Feishu: HMAC-SHA256 over nothing with `timestamp\nsecret` as its key, base64, in the body; timestamp in s. */
export const feishuSign = (secret: string, timestamp: number): string =>
  hmac(`${timestamp}\n${secret}`, '').digest('base64')
/** Plain JSON: HMAC-SHA256 over `timestamp.body` with the secret as its key, hex; timestamp in s. */
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
/** The request that brings a text to a hook, signed as its kind asks for. */
export const letterFor = (hook: Hook, content: Content): TextLetter => formats[hook.kind](hook, content)

/** Codes by which robots say that they are asked too often: it is tried again later. */
const busyCodes = new Set([130101, 45009, 9499, 11232])
/**
 * What a robot says of a message in an answer with status 200: they tell refusals there. Null when it was taken; a plain web
 * hook has taken whatever it answers 200 to.
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
    return null // no JSON: what it said instead is told
  }
}
