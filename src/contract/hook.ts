import { choice, text } from './field'

/** What a message is sent to: a group's robot of DingTalk, WeCom or Feishu, or a web hook that takes plain JSON. */
export const hookKinds = ['dingtalk', 'wecom', 'feishu', 'json'] as const
export type HookKind = (typeof hookKinds)[number]
/** Where the makers of robots take messages; a host that only looks like it would be told the plant's alarms. Plain JSON goes anywhere. */
export const robotHosts: Readonly<Record<HookKind, readonly string[] | null>> = {
  dingtalk: ['oapi.dingtalk.com'],
  wecom: ['qyapi.weixin.qq.com'],
  feishu: ['open.feishu.cn', 'open.larksuite.com'],
  json: null,
}
/** Messages to a person's own phone go the same way; nobody enters their address. */
export type OutboundKind = HookKind | 'webPush'

/** Where messages to people outside go. */
export interface Hook {
  readonly kind: HookKind
  /** Who knows a robot's address may write to its group: it is as secret as the key. */
  readonly url: string
  /** Key of the signature; WeCom has none. */
  readonly secret: string | null
}

/** The fields of a resource that has a hook: written, never shown again. */
export const hookFields = {
  hookKind: choice(hookKinds),
  hookUrl: text({ max: 600, secret: true }),
  hookSecret: text({ max: 200, secret: true }),
}

/** How far a message has come: `failed` is over, as refused or tried often enough. */
export const outboundStates = ['waiting', 'sent', 'failed'] as const
export type OutboundState = (typeof outboundStates)[number]
