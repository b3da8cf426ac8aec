// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { qualityContract } from '@/areas/quality/contract'
import QualitySheetPage from '@/areas/quality/client/sheet/QualitySheetPage'
import words from '@/areas/quality/locales/zh.json'
import sharedLabels from '@/contract/locales/zh.json'
import { replyWithRows } from '../../fake-server'
import { setUpLinePhone, storedFields, LINE, refLabels, renderHandoverPage } from '../handover/line-phone'
import { id } from '../rounds/plant'

setUpLinePhone(qualityContract, { quality: words })
const [CHECK, STRIP, JUMBO, PRODUCT] = [id(60), id(61), id(62), id(63)] as [string, string, string, string]
const list = (...rows: object[]) =>
  replyWithRows(
    rows.map((row) => ({ ...storedFields, ...row })),
    { ...refLabels, [PRODUCT]: 'SS-30 无纺布' },
  )

it('a check that is not sent yet shows product and line of its roll', async () => {
  const check = {
    id: CHECK,
    number: 'R-1',
    slitRollId: STRIP,
    jumboRollId: null,
    productId: null,
    lineId: null,
    result: 'ok',
    readings: [],
    defects: [],
    images: [],
    checkedAt: '2026-11-20T01:00:00.000Z',
    downgradedAt: null,
    takenBackAt: null,
  }
  renderHandoverPage(QualitySheetPage, [], `id=${CHECK}`, {
    'GET /quality/check': () => list(check),
    'GET /rolls/slit_roll': () => list({ id: STRIP, jumboRollId: JUMBO, productId: PRODUCT }),
    'GET /production/jumbo_roll': () => list({ id: JUMBO, productId: PRODUCT, lineId: LINE }),
  })
  const labels = { ...sharedLabels.fields, ...words.qualityCheck.fields }
  const fact = (field: keyof typeof labels) =>
    [...document.querySelectorAll('.detail dt')].find((one) => one.textContent === labels[field])?.nextElementSibling
      ?.textContent
  await screen.findAllByText(/R-1/)
  await waitFor(() => expect([fact('productId'), fact('lineId')]).toEqual(['SS-30 无纺布', 'L1 纺粘1号线']))
})
