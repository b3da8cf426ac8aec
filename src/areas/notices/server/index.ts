import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { handleCommand } from '@/server/crud/handle-command'
import { noticesContract } from '../contract'
import { acknowledgeNotice } from '../contract/notice'
import { noticeRule } from '../contract/notice-rule'
import { createNoticeRule, updateNoticeRule } from './notice-rules'
import { evaluateNoticeRules, openNoticeStatesSql } from './evaluate-rules'

export const noticesServer = defineServer(noticesContract, {
  handlers: [
    handle(noticeRule.endpoints.create, createNoticeRule),
    handle(noticeRule.endpoints.update, updateNoticeRule),
    handleCommand(acknowledgeNotice),
  ],
  jobs: [{ name: 'notices', everySeconds: 10, run: evaluateNoticeRules }],
  shiftPack: [
    { resource: 'notice', where: `state in (${openNoticeStatesSql}) or ${CHANGED_RECENTLY_SQL}`, keys: 'noticesView' },
  ],
})
