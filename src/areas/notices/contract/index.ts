import { defineArea } from '@/contract/area'
import { acknowledgeNotice, notice, noticeWatch } from './notice'
import { noticeLife } from '../rules/notice'
import { noticeRule } from './notice-rule'

/** Rules over figures and tags that call somebody, and who came. */
export const noticesContract = defineArea({
  name: 'notices',
  pages: ['notices'],
  resources: [noticeRule, notice, noticeWatch],
  endpoints: [acknowledgeNotice],
  machines: [noticeLife],
})
