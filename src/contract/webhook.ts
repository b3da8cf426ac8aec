import { choice, text } from './field'

/** Receivers of messages: a group robot of DingTalk, WeCom or Feishu, or a webhook that accepts plain JSON. */
export const webhookKinds = ['dingtalk', 'wecom', 'feishu', 'json'] as const
export type WebhookKind = (typeof webhookKinds)[number]
/**
 * Hosts that accept robot messages, so that a look-alike host cannot receive the plant's alarms. Plain JSON may go to
 * any host.
 */
export const robotHosts: Readonly<Record<WebhookKind, readonly string[] | null>> = {
  dingtalk: ['oapi.dingtalk.com'],
  wecom: ['qyapi.weixin.qq.com'],
  feishu: ['open.feishu.cn', 'open.larksuite.com'],
  json: null,
}
/** Kinds of outbound messages. The address of a web push comes from the person's phone, so it is not a webhook. */
export type OutboundKind = WebhookKind | 'webPush'

/** The address of outbound messages. */
export interface Webhook {
  readonly kind: WebhookKind
  /** Secret, because anyone who knows a robot's address can write to its group. */
  readonly url: string
  /** Key for signing messages; WeCom has none. */
  readonly secret: string | null
}

/** The fields of a resource with a webhook. URL and secret are never displayed again. */
export const webhookFields = {
  hookKind: choice(webhookKinds),
  hookUrl: text({ max: 600, secret: true }),
  hookSecret: text({ max: 200, secret: true }),
}

/** States of a message; `failed` is final: refused, or too many attempts. */
export const outboundStates = ['waiting', 'sent', 'failed'] as const
export type OutboundState = (typeof outboundStates)[number]
