// @vitest-environment jsdom
import i18next from 'i18next'
import type { Query } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/client/api/api-error'
import { READ_META, notifyUnlessDisplayed, isFirstTaskRefusal } from '@/client/api/query-client'
import { acceptLogin, clearSession } from '@/client/session/session'
import clientTexts from '@/client/locales/zh.json'
import { ErrorState } from '@/client/ui/ErrorState'
import { renderWithTexts } from '../ui/render'

const toasts = vi.hoisted((): string[] => [])
vi.mock('@/client/api/toast', () => ({
  showToast: (text: string) => {
    toasts.push(text)
  },
}))

const refused = (message: string) => new ApiError('errno', message, { errno: '4500' })
const read = { meta: READ_META } as unknown as Query
async function settled(): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(1000)
  return toasts.splice(0)
}
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

it('a read failure shown by the page has no toast as well', async () => {
  renderWithTexts(<ErrorState title="数据获取失败" detail="服务器开小差了" />)
  notifyUnlessDisplayed(refused('服务器开小差了'), read)
  expect(await settled()).toEqual([])
})
it('a page that draws its error state after the failure shows it as well', async () => {
  notifyUnlessDisplayed(refused('无权限'), read)
  renderWithTexts(<ErrorState title="数据获取失败" detail="无权限" />)
  expect(await settled()).toEqual([])
})
it('a failure that no page draws gets a toast, also after its error state has gone', async () => {
  renderWithTexts(<ErrorState title="数据获取失败" detail="稍后重试" />).unmount()
  notifyUnlessDisplayed(refused('稍后重试'), read)
  expect(await settled()).toEqual(['稍后重试'])
})
it('a failing server is named once: by the error state of the page, or by a toast with the number of the call', async () => {
  await i18next.init({ lng: 'zh', resources: { zh: { client: clientTexts } } })
  const failed = new ApiError('http', '请求失败', { status: 500, requestId: '01a22c00' })
  notifyUnlessDisplayed(failed, read)
  expect(await settled()).toEqual(['请求失败 · 错误代码：01a22c00'])
  renderWithTexts(<ErrorState title="数据获取失败" detail="另一个请求失败" />)
  notifyUnlessDisplayed(failed, read)
  expect(await settled()).toEqual([])
})
it.each([
  ['a server that cannot be reached', new ApiError('network', '网络异常'), read],
  ['what was told before', new ApiError('errno', '登录已过期', { wasNotified: true }), read],
  ['a query that is no read of a page', refused('没有权限'), {} as unknown as Query],
])('%s is left alone', async (_what, error, query) => {
  notifyUnlessDisplayed(error, query)
  expect(await settled()).toEqual([])
})

it('refusals until a second factor is set up are not shown during the set-up', async () => {
  const first = new ApiError('errno', '请先设置二次验证', { errno: '6000', data: { first: 'mustEnrol' } })
  acceptLogin({ token: 't', userid: 'u1', userName: 'li', list: [], mustEnrol: true }, false)
  notifyUnlessDisplayed(first, read)
  expect([await settled(), isFirstTaskRefusal(first)]).toEqual([[], true])
  clearSession()
  notifyUnlessDisplayed(first, read)
  expect([await settled(), isFirstTaskRefusal(first)]).toEqual([['请先设置二次验证'], false])
})
