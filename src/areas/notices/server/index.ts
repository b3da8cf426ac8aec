import { CHANGED_RECENTLY_SQL, defineServer } from '@/server/area'
import { handleCommand } from '@/server/crud/handle-command'
import { noticesContract } from '../contract'
import { acknowledgeNotice } from '../contract/notice'
import { createNoticeRule, updateNoticeRule } from './notice-rules'
import { addDefaultNoticeRules } from './default-notice-rules'
import { evaluateNoticeRules, openNoticeStatesSql } from './evaluate-rules'
import { createSystemNotices } from './create-system-notices'

/** Handlers, jobs and shift pack of the notices area. */
export const noticesServer = defineServer(noticesContract, {
  handlers: [createNoticeRule, updateNoticeRule, handleCommand(acknowledgeNotice)],
  jobs: [
    { name: 'notices', everySeconds: 10, run: evaluateNoticeRules },
    { name: 'system-notices', everySeconds: 30, run: createSystemNotices },
    // A job instead of a seed, because the roles that it notifies are seeded after the rows of areas.
    { name: 'notice-defaults', everySeconds: 3600, run: addDefaultNoticeRules },
  ],
  shiftPack: [
    {
      resource: 'notice',
      where: `state in (${openNoticeStatesSql}) or ${CHANGED_RECENTLY_SQL}`,
      access: 'noticesView',
    },
  ],
})
