import { createHmac } from 'node:crypto'
import type { Webhook, WebhookKind } from '@/contract/webhook'

/** An HTTP POST request, ready to be sent. */
export interface OutboundRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}
/** A request whose body is text, so that the text can be signed. */
export interface TextRequest extends OutboundRequest {
  readonly body: string
}
/** The content of one attempt to send a message. */
export interface MessageContent {
  readonly text: string
  /** Key of the message, the same at each attempt, so that a receiver can detect repeats. */
  readonly key: string
  /** Time of the attempt, milliseconds since 1970. */
  readonly attemptedAtMs: number
}
const hmac = (key: string, message: string) => createHmac('sha256', key).update(message, 'utf8')

/**
 * Signs for DingTalk: HMAC-SHA256 over `timestamp\nsecret` with the secret as key, base64, in the URL; timestamp in ms.
 */
export const signForDingtalk = (secret: string, timestamp: number): string =>
  hmac(secret, `${timestamp}\n${secret}`).digest('base64')
/**
 * Signs for Feishu: HMAC-SHA256 over an empty message with `timestamp\nsecret` as key, base64, in the body; timestamp
 * in s.
 */
export const signForFeishu = (secret: string, timestamp: number): string =>
  hmac(`${timestamp}\n${secret}`, '').digest('base64')
/** Signs for a plain JSON webhook: HMAC-SHA256 over `timestamp.body` with the secret as key, hex; timestamp in s. */
export const signForWebhook = (secret: string, timestamp: number, body: string): string =>
  hmac(secret, `${timestamp}.${body}`).digest('hex')

const requestBuilders: Readonly<Record<WebhookKind, (hook: Webhook, content: MessageContent) => TextRequest>> = {
  dingtalk: ({ url, secret }, { text, attemptedAtMs }) => {
    const signedUrl = new URL(url)
    if (secret) {
      signedUrl.searchParams.set('timestamp', String(attemptedAtMs))
      signedUrl.searchParams.set('sign', signForDingtalk(secret, attemptedAtMs))
    }
    return buildJsonRequest(signedUrl, { msgtype: 'text', text: { content: text } })
  },
  wecom: ({ url }, { text }) => buildJsonRequest(new URL(url), { msgtype: 'text', text: { content: text } }),
  feishu: ({ url, secret }, { text, attemptedAtMs }) => {
    const timestamp = Math.floor(attemptedAtMs / 1000)
    const signature = secret ? { timestamp: String(timestamp), sign: signForFeishu(secret, timestamp) } : {}
    return buildJsonRequest(new URL(url), { ...signature, msg_type: 'text', content: { text } })
  },
  json: ({ url, secret }, { text, key, attemptedAtMs }) => {
    const request = buildJsonRequest(
      new URL(url),
      { key, text, at: new Date(attemptedAtMs).toISOString() },
      { 'idempotency-key': key },
    )
    const timestamp = Math.floor(attemptedAtMs / 1000)
    const signature: Record<string, string> = secret
      ? { 'x-timestamp': String(timestamp), 'x-signature': `sha256=${signForWebhook(secret, timestamp, request.body)}` }
      : {}
    return { ...request, headers: { ...request.headers, ...signature } }
  },
}
const buildJsonRequest = (url: URL, body: object, headers: Record<string, string> = {}): TextRequest => ({
  url,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
})
/** Builds the request that sends a text to a hook, signed as its kind requires. */
export const buildHookRequest = (hook: Webhook, content: MessageContent): TextRequest =>
  requestBuilders[hook.kind](hook, content)

/** Rate-limit codes of chat robots: DingTalk, WeCom and Feishu (two). The message is retried later. */
const rateLimitCodes = new Set([130101, 45009, 9499, 11232])
/**
 * Parses the refusal in the answer of a chat robot, which refuses messages with status 200. Null if the message was
 * accepted; a plain webhook accepts by status 200 alone.
 */
export function parseHookRefusal(kind: WebhookKind, body: string): { reason: string; canRetry: boolean } | null {
  if (kind === 'json') return null
  const answer = parseJsonObject(body)
  const code = answer?.['errcode'] ?? answer?.['code'] ?? answer?.['StatusCode']
  if (code === 0) return null
  if (typeof code !== 'number') return { reason: `unexpected answer: ${body.slice(0, 200)}`, canRetry: true }
  const message = answer?.['errmsg'] ?? answer?.['msg'] ?? answer?.['StatusMessage']
  return {
    reason: `${code} ${typeof message === 'string' ? message.slice(0, 300) : ''}`.trim(),
    canRetry: rateLimitCodes.has(code),
  }
}
function parseJsonObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null // not JSON; the caller reports the text
  }
}
