// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import ChecksCard from '@/areas/quality/client/today/ChecksCard'
import { qualityContract } from '@/areas/quality/contract'
import words from '@/areas/quality/locales/zh.json'
import { ok } from '../../fake-server'
import { atTheLine, base, show } from '../handover/at-the-line'
import { id, ME } from '../maintenance/plant'

atTheLine(qualityContract, { quality: words })

const check = (n: number, more: object) => ({
  id: id(n),
  ...base,
  number: `N-${n}`,
  result: 'notOk',
  flag: null,
  defects: [],
  images: [],
  outOfLimits: 0,
  checkedAt: '2026-11-20T01:00:00.000Z',
  userId: id(99),
  downgradedAt: null,
  takenBackAt: null,
  toDowngrade: true,
  ...more,
})
const rows = [
  check(1, { downgradedKg: 0, takenBackAt: '2026-11-20T02:10:00.000Z' }),
  check(2, { downgradedAt: '2026-11-20T02:00:00.000Z', toDowngrade: false }),
  check(3, { result: 'incomplete', flag: 'downgradedMeanwhile', userId: ME, toDowngrade: false }),
  check(4, { flag: 'soldMeanwhile', userId: ME }),
]
it('shows one what became of rolls that they checked without a network, before what failed; each once', async () => {
  show(ChecksCard, [], '', {
    'GET /quality/check': ({ url }: { url: string }) => {
      const asked = new URL(url, 'http://plant').searchParams
      const among = (name: string, of: string | null) =>
        !asked.get(name) ||
        asked
          .get(name)!
          .split(',')
          .includes(of ?? '')
      const list = rows.filter(
        (row) =>
          among('toDowngrade', String(row.toDowngrade)) && among('flag', row.flag) && among('userId', row.userId),
      )
      // Of all that wait to be downgraded the server has 137, whatever stands on this page.
      const all = asked.has('toDowngrade') ? 137 : list.length
      return ok({ total: all, list, refs: {}, next: all > list.length ? 'more' : null })
    },
  })
  await screen.findByText('N-1')
  // Two that failed are here of 137, and one more of one's own that did not fail was overtaken.
  await screen.findByText('待处理的检验 3+ 项')
  const lines = (await screen.findAllByText(/^N-\d$/)).map((one) => one.textContent)
  expect(lines).toEqual(['N-3', 'N-4', 'N-1'])
  within(screen.getByText('N-3').closest('li')!).getByText(words.qualityCheck.options.flag.downgradedMeanwhile)
  // What was taken back waits again, and says why.
  within(screen.getByText('N-1').closest('li')!).getByText(words.pages.sheet.takenBack, { exact: false })
})
