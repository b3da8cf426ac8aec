import type { Tones } from '@/contract/tone'
import type { NoticeState } from '../rules/notice'

export const noticeTones: Tones<NoticeState> = { ringing: 'bad', seenTo: 'warn', over: 'ok' }
