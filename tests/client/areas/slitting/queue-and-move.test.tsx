// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import orderWords from '@/areas/orders/locales/zh.json'
import { MoveRollForm } from '@/areas/slitting/client/slitter/MoveRollForm'
import { QueueDialog } from '@/areas/slitting/client/slitter/QueueDialog'
import words from '@/areas/slitting/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import clientWords from '@/client/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [SLITTER, ORDER, ROLL] = [id(1), id(2), id(3)]
const order = { id: ORDER, version: 1, number: 'WO-1', slittingPattern: '2×1500', rollLengthM: 5000 }
const show = (content: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{content}</MemoryRouter>
    </QueryClientProvider>,
  )
beforeEach(async () => {
  await loadTexts({ slitting: words, orders: orderWords })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['divideInteractiveEdit', 'divideInteractiveAdd'] })
})
afterEach(cleanup)

it('queues an order with its own pattern and length, unless another pattern is entered', async () => {
  const server = startFakeServer({
    'GET /plant/work_order': replyWithRows([order]),
    'GET /resource_options': ok([{ id: ORDER, label: 'WO-1' }]),
    'POST /cut_first/order_list': ({ body }) => ok(JSON.parse(String(body))),
  })
  const onClose = vi.fn()
  show(<QueueDialog slitter={{ id: SLITTER } as never} sequence={3} onClose={onClose} />)
  const dialog = within(screen.getByRole('dialog', { name: words.pages.divideInteractive.addLine }))
  const save = () => dialog.getByRole('button', { name: clientWords.resource.save })
  expect(save()).toHaveProperty('disabled', true)
  await userEvent.click(dialog.getAllByLabelText(/工单/)[0]!)
  await userEvent.click(await screen.findByText('WO-1'))
  const pattern = screen.getByRole('textbox', { name: '门幅搭配' })
  await waitFor(() => expect(pattern).toHaveProperty('value', '2×1500'))
  await userEvent.clear(pattern)
  await userEvent.type(pattern, '3×')
  expect(save()).toHaveProperty('disabled', true)
  await userEvent.type(pattern, '1000')
  await userEvent.click(save())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(JSON.parse(String(server.sent.findLast(({ method }) => method === 'POST')?.body))).toMatchObject({
    slitterId: SLITTER,
    workOrderId: ORDER,
    sequence: 3,
    slittingPattern: '3×1000',
    lengthM: 5000,
  })
})
it('moves a roll to the chosen set of its jumbo with a reason', async () => {
  const server = startFakeServer({}, () => ok({ id: ROLL, version: 2 }))
  const onClose = vi.fn()
  const targetSets = [2, 3].map((setNumber) => ({ id: id(90 + setNumber), setNumber }))
  show(<MoveRollForm roll={{ id: ROLL, version: 1 }} targetSets={targetSets} onClose={onClose} />)
  const move = screen.getByRole('button', { name: words.actions.slitRoll_move })
  expect(move).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: '第 3 组' }))
  await userEvent.type(screen.getByRole('textbox'), '放错')
  await userEvent.click(move)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(JSON.parse(String(server.sent.at(-1)?.body))).toEqual({
    id: ROLL,
    version: 1,
    slitSetId: id(93),
    reason: '放错',
  })
})
