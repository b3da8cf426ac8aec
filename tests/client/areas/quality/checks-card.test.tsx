// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import ChecksCard from '@/areas/quality/client/today/ChecksCard'
import { qualityContract } from '@/areas/quality/contract'
import words from '@/areas/quality/locales/zh.json'
import { ok } from '../../fake-server'
import { setUpLinePhone, storedFields, renderHandoverPage } from '../handover/line-phone'
import { id, ME } from '../rounds/plant'

setUpLinePhone(qualityContract, { quality: words })

const check = (n: number, more: object) => ({
  id: id(n),
  ...storedFields,
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
  renderHandoverPage(ChecksCard, [], '', {
    'GET /quality/check': ({ url }: { url: string }) => {
      const query = new URL(url, 'http://plant').searchParams
      const among = (name: string, of: string | null) =>
        !query.get(name) ||
        query
          .get(name)!
          .split(',')
          .includes(of ?? '')
      const list = rows.filter(
        (row) =>
          among('toDowngrade', String(row.toDowngrade)) && among('flag', row.flag) && among('userId', row.userId),
      )
      // The server has 137 checks to be downgraded, whatever this page shows.
      const all = query.has('toDowngrade') ? 137 : list.length
      return ok({ total: all, list, refs: {}, next: all > list.length ? 'more' : null })
    },
  })
  await screen.findByText('N-1')
  // Two failed checks of the 137 are here; the person's own check that passed was superseded.
  await screen.findByText('待处理的检验 3+ 项')
  const lines = (await screen.findAllByText(/^N-\d$/)).map((one) => one.textContent)
  expect(lines).toEqual(['N-3', 'N-4', 'N-1'])
  within(screen.getByText('N-3').closest('li')!).getByText(words.qualityCheck.options.flag.downgradedMeanwhile)
  // A check that was taken back waits again and shows the reason.
  within(screen.getByText('N-1').closest('li')!).getByText(words.pages.sheet.takenBack, { exact: false })
})
