import { changedLately, defineServer, handle } from '@/server/area'
import { command } from '@/server/crud/command'
import { noticesContract } from '../contract'
import { acknowledgeNotice } from '../contract/notice'
import { noticeRule } from '../contract/notice-rule'
import { addRule, changeRule } from './rules'
import { lookAtRules, openStates } from './watch'

export const noticesServer = defineServer(noticesContract, {
  handlers: [
    handle(noticeRule.endpoints.create, addRule),
    handle(noticeRule.endpoints.update, changeRule),
    command(acknowledgeNotice),
  ],
  jobs: [{ name: 'notices', everySeconds: 10, run: lookAtRules }],
  shiftPack: [{ resource: 'notice', where: `state in (${openStates}) or ${changedLately}`, keys: 'noticesView' }],
})
