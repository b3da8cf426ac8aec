import { defineArea } from '@/contract/area'
import { acknowledgeNotice, notice, noticeWatch } from './notice'
import { noticeLifecycle } from '../rules/notice'
import { noticeRule } from './notice-rule'

/** Contract of the notices area: rules over metrics and tags, and the notices that they raise. */
export const noticesContract = defineArea({
  name: 'notices',
  pages: ['notices'],
  resources: [noticeRule, notice, noticeWatch],
  endpoints: [acknowledgeNotice],
  lifecycles: [noticeLifecycle],
})
