// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { areaClients } from '@/areas/clients'
import { registerAreas } from '@/client/area-registry'
import { replacePhoneStore, type PhoneStore } from '@/client/api/phone'
import { openPhoneStore } from '@/client/api/phone-store'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import type { CameraProps } from '@/client/ui/CameraDialog'
import { findRoundsByCode } from '@/areas/rounds/client/walk/find-rounds-by-code'
import RoundsPage from '@/areas/rounds/client/RoundsPage'
import equipmentWords from '@/areas/equipment/locales/zh.json'
import maintenanceWords from '@/areas/maintenance/locales/zh.json'
import words from '@/areas/rounds/locales/zh.json'
import { startFakeServer, ok, unreachable } from '../../fake-server'
import { scanCode as scan } from '../../hand-scanner'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { createRound, id, machines, ME, ROUND } from './plant'

registerAreas(areaClients)

const shot = {
  bytes: new Uint8Array([255, 216, 255, 1, 2, 3]).buffer,
  mime: 'image/jpeg' as const,
  width: 1,
  height: 1,
  takenAt: '2026-11-20T02:00:00.000Z',
  sha256: '',
}
/** True if the phone had stored the draft when the camera opened. */
let draftAtCamera: unknown
vi.mock('@/client/ui/CameraDialog', () => ({
  CameraDialog: ({ onPhoto, onClose }: CameraProps) => (
    <div
      role="dialog"
      aria-label="camera"
      ref={(element) => {
        if (element)
          void readDraft().then((draft) => {
            draftAtCamera ??= draft
          })
      }}
    >
      <button type="button" onClick={() => onPhoto(shot)}>
        shoot
      </button>
      <button type="button" onClick={onClose}>
        close camera
      </button>
    </div>
  ),
}))

const OTHER = id(21)
const THIRD = id(22)
const FOURTH = id(23)
let phone: PhoneStore
const keys = ['pollingView', 'pollingWork', 'repairAdd', 'repairView']
const readDraft = async () => (await phone.readDraft(`walk ${ROUND} a`))?.values
/** The phone of a person with the shift pack who has been offline since. */
async function offlinePhone(): Promise<PhoneStore> {
  const pack = {
    cursor: 'c',
    reset: true,
    more: false,
    rows: {
      inspectionRound: [
        createRound(),
        createRound({ id: OTHER, roundKey: 'k2', planName: '夜班巡检' }),
        createRound({ id: THIRD, roundKey: 'k3', planName: '中班巡检' }),
        createRound({ id: FOURTH, roundKey: 'k4', planName: '周末巡检' }),
      ],
      equipment: machines,
    },
    gone: {},
    refs: {},
    preparedAt: new Date().toISOString(),
  }
  let reachable = true
  vi.stubGlobal('fetch', (address: string) =>
    reachable && String(address).includes('shift_pack') ? Promise.resolve(ok(pack)) : Promise.reject(unreachable),
  )
  startFakeServer({}, unreachable) // the page's own calls
  const store = await openPhoneStore()
  await store.reportSignIn({ userId: ME, userName: 'wang', token: 't' }, null)
  await vi.waitFor(async () => expect((await store.loadPackRows('inspectionRound')).at).not.toBeNull(), 20_000)
  reachable = false
  return store
}
function show(address: string): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Suspense fallback="…">
          <RoundsPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
/** Scans again until the code is accepted: the screen listens a moment after it is drawn. */
const arriveBy = (code: string) =>
  waitFor(() => {
    scan(code)
    expect(screen.getByText('已扫码到位')).toBeTruthy()
  })
interface Exported {
  ops: { id: string; op: string; seq: number; body: Record<string, unknown>; dependsOn: string[] }[]
  photos: { id: string; outboxId: string }[]
}
/** Content of the outbox, as the sync centre exports it. */
async function exported(): Promise<Exported> {
  const file = await phone.exportFile()
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(file)
  })
  return JSON.parse(text) as Exported
}

beforeEach(async () => {
  await loadTexts({ rounds: words, maintenance: maintenanceWords, equipment: equipmentWords })
  Element.prototype.scrollIntoView = () => undefined
  // jsdom's buffers belong to another realm than the platform's digest accepts.
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'digest').mockImplementation((name, data) =>
    digest(name, Buffer.from(new Uint8Array(data as ArrayBuffer))),
  )
  clearSession()
  signInPerson({ id: ME, roleId: id(8), keys })
  draftAtCamera = undefined
  phone = await offlinePhone()
  replacePhoneStore(phone)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a round walked offline, from a cold start', () => {
  it('starts, proves presence by scan, reports what is not OK with its photo, goes on, survives a restart and finishes', async () => {
    const user = userEvent.setup()
    show(`/activities/rounds?walk=${ROUND}`)
    await user.click(await screen.findByRole('button', { name: '开始巡检' }))
    // Opens at the first point, which must be scanned: manual confirmation is not offered.
    expect(await screen.findByText('P-7')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '手工到位' })).toBeNull()
    scan('eq:CA-99')
    expect(screen.queryByText('已扫码到位')).toBeNull()
    await arriveBy('eq:EX-01')

    // Not OK: opens the camera at once, after storing the draft; then the fault is chosen and reported.
    await user.click(screen.getByRole('button', { name: '异常' }))
    const camera = await screen.findByRole('dialog', { name: 'camera' })
    await waitFor(() =>
      expect(draftAtCamera).toMatchObject({ values: { values: { noise: 'notOk' }, presence: 'scanned' } }),
    )
    await user.click(within(camera).getByText('shoot'))
    await user.click(within(camera).getByText('close camera'))
    await user.click(await screen.findByLabelText('机械'))
    await user.click(screen.getByRole('button', { name: '提交报修' }))
    expect(await screen.findByText('已报修')).toBeTruthy()

    // A number outside its limits is highlighted while it is typed.
    await user.click(screen.getByRole('button', { name: /a-temp/ }))
    const pad = await screen.findByRole('dialog', { name: 'a-temp' })
    for (const key of ['8', '5']) await user.click(within(pad).getByRole('button', { name: key }))
    expect(within(pad).getByText('超限')).toBeTruthy()
    await user.click(within(pad).getByRole('button', { name: '确定' }))
    await user.click(screen.getByRole('button', { name: '下一点' }))
    expect(await screen.findByText('扫描设备或巡检点上的码')).toBeTruthy()
    expect(screen.getByText('CA-01')).toBeTruthy()

    // The phone dies and restarts: the saved answers are still there.
    cleanup()
    show(`/activities/rounds?walk=${ROUND}`)
    await user.click(await screen.findByRole('button', { name: '第 2 点' }))
    await user.click(await screen.findByRole('button', { name: '手工到位' }))
    await user.click(await screen.findByRole('button', { name: '标签损坏' }))
    await user.click(await screen.findByRole('button', { name: '正常' }))
    await user.click(screen.getByRole('button', { name: '下一点' }))
    await user.click(await screen.findByRole('button', { name: '完成巡检' }))

    await waitFor(async () =>
      expect((await exported()).ops.map(({ op }) => op)).toEqual([
        'inspectionRound.start',
        'repair.report',
        'inspectionResult.answer',
        'inspectionResult.answer',
        'inspectionRound.finish',
      ]),
    )
    const { ops, photos } = await exported()
    const [, report, first, second] = ops
    expect(report?.body).toMatchObject({
      equipmentId: id(1),
      faultKind: 'mechanical',
      description: '“a-noise”异常',
      images: [photos[0]?.id],
    })
    // The photo is sent once, with the report; the answer refers to both and waits for the report.
    expect(photos.map(({ outboxId }) => outboxId)).toEqual([report?.id])
    expect(first?.body).toMatchObject({ presence: 'scanned', scannedText: 'eq:EX-01', repairIds: [report?.body['id']] })
    expect(first?.dependsOn).toContain(report?.id)
    expect(second?.body).toMatchObject({
      presence: 'byHand',
      reason: '§maintenance:presets.byHand.labelDamaged',
      values: [{ itemKey: 'clean', answer: 'ok' }],
    })
    expect(await readDraft()).toBeUndefined()
  })

  it('a wrong typed code is reported at its field and stays; other input survives another proof of presence', async () => {
    const user = userEvent.setup()
    show(`/activities/rounds?walk=${FOURTH}`)
    await user.click(await screen.findByRole('button', { name: '开始巡检' }))
    // The first point must be scanned, so its scanner has no field for typing.
    await user.click(await screen.findByRole('button', { name: '扫码到位' }))
    await screen.findByRole('dialog')
    expect(screen.queryByRole('textbox')).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: '返回' }))
    await user.click(await screen.findByRole('button', { name: /CA-01/ }))
    await user.click(await screen.findByRole('button', { name: '扫码到位' }))
    const box = await screen.findByRole<HTMLInputElement>('textbox')
    for (const [code, refusal] of [
      ['NO-1', 'NO-1 不是本次巡检的点'],
      ['EX-01', /^这是.*不是/],
    ] as const) {
      await user.clear(box)
      await user.type(box, `${code}{Enter}`)
      const message = await screen.findByText(refusal)
      expect(message.id).toBe(box.getAttribute('aria-describedby'))
      expect(box.value).toBe(code)
    }
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: '返回' }))
    await user.click(await screen.findByRole('button', { name: /EX-01/ }))
    await arriveBy('eq:EX-01')
    await user.click(screen.getByRole('button', { name: /a-temp/ }))
    const pad = await screen.findByRole('dialog', { name: 'a-temp' })
    await user.click(within(pad).getByRole('button', { name: '6' }))
    await user.click(within(pad).getByRole('button', { name: '确定' }))
    // With the other label of the same point.
    await arriveBy('cp:P-7')
    expect(screen.getByRole('button', { name: /a-temp: 6/ })).toBeTruthy()
  })

  it('a person without permission to report notes a failure with its photo: no report is offered', async () => {
    const user = userEvent.setup()
    signInPerson({ id: ME, roleId: id(8), keys: keys.filter((key) => key !== 'repairAdd') })
    show(`/activities/rounds?walk=${THIRD}`)
    await user.click(await screen.findByRole('button', { name: '开始巡检' }))
    await screen.findByText('P-7')
    await arriveBy('eq:EX-01')
    await user.click(await screen.findByRole('button', { name: '异常' }))
    const camera = await screen.findByRole('dialog', { name: 'camera' })
    await user.click(within(camera).getByText('shoot'))
    await user.click(within(camera).getByText('close camera'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'camera' })).toBeNull())
    expect(screen.getByRole('button', { name: /a-temp/ })).toBeTruthy()
    for (const name of [words.pages.polling.report, '提交报修'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  }, 240_000)
  it('a point is skipped with a reason; an incomplete point names what is missing', async () => {
    const user = userEvent.setup()
    show(`/activities/rounds?walk=${OTHER}`)
    await user.click(await screen.findByRole('button', { name: '开始巡检' }))
    await screen.findByText('P-7')
    await arriveBy('cp:P-7')
    await user.click(await screen.findByRole('button', { name: '正常' }))
    await user.click(screen.getByRole('button', { name: '还有 1 项未检' }))
    expect((await exported()).ops.filter(({ body }) => body['roundId'] === OTHER).map(({ op }) => op)).toEqual([
      'inspectionRound.start',
    ])
    await user.click(screen.getByRole('button', { name: '跳过' }))
    await user.click(await screen.findByRole('button', { name: '设备停机' }))
    expect(await screen.findByText('CA-01')).toBeTruthy()
    await waitFor(async () =>
      expect(
        (await exported()).ops.find(({ op, body }) => op === 'inspectionResult.answer' && body['roundId'] === OTHER)
          ?.body,
      ).toMatchObject({ state: 'skipped', reason: '§maintenance:presets.skip.standing', pointKey: 'a' }),
    )
    // An answer discarded in the sync centre does not count: the round opens at that point again.
    const sentAnswer = (await exported()).ops.find(
      ({ op, body }) => op.endsWith('.answer') && body['roundId'] === OTHER,
    )
    cleanup()
    await phone.discard(sentAnswer!.id)
    show(`/activities/rounds?walk=${OTHER}`)
    expect(await screen.findByText(/^0 \/ 2/)).toBeTruthy()
  })
  it('a check point scanned anywhere is known offline; a bare code is left to machines and parts', async () => {
    expect(
      (await findRoundsByCode('cp:p-7', 'checkPoint')).map(({ resource, id: found }) => [resource, found]),
    ).toEqual([['inspectionRound', ROUND]])
    expect(await findRoundsByCode('cp:P-8', 'checkPoint')).toEqual([])
    expect(await findRoundsByCode('P-7', 'checkPoint')).toEqual([])
    expect(await findRoundsByCode('P-7', 'unknown')).toHaveLength(1)
  })
  it('a code from a picture opens the round at its point without proving presence', async () => {
    show(`/activities/rounds?id=${OTHER}&code=eq%3AEX-01&how=photo`)
    expect(await screen.findByText('手工输入或相册图片 eq:EX-01：未扫码')).toBeTruthy()
    expect(screen.queryByText('已扫码到位')).toBeNull()
  })
  it('a scan from anywhere opens the round at that point, with presence proved', async () => {
    const user = userEvent.setup()
    show(`/activities/rounds?id=${OTHER}&code=eq%3ACA-01&how=camera`)
    expect(await screen.findByText('已扫码到位')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '正常' }))
    expect(screen.getByRole('button', { name: '下一点' })).toBeTruthy()
  })
})
