import '../feeding.css'
import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { createUuid7 } from '@/contract/id'
import { getFieldInLanguage } from '@/contract/language'
import { notify } from '@/client/api/notify'
import { toQueuedResult, notifySaved } from '@/client/api/notify-saved'
import { getPhone, type UnsentCommand } from '@/client/api/phone'
import { useCommand } from '@/client/api/use-command'
import { joinWords } from '@/client/format/join-words'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { usePresetTexts } from '@/client/i18n/PresetText'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useCanCall } from '@/client/session/use-session'
import { useReportDirty } from '@/client/shell/dirty-forms'
import { useConfirm } from '@/client/ui/use-confirm'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { CheckIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { hopper } from '@/areas/equipment/contract/hopper'
import { feedAdds } from '../../contract/feed'
import { material } from '../../contract/material'
import { needsHopper } from '../../rules/feed'
import { AmountFields } from './AmountFields'
import { FeedLines } from './FeedLines'
import { byPlace, places, type Place } from './finding-place'
import { FindingList } from './FindingList'
import { HopperField } from './HopperField'
import { LotCard } from './LotCard'
import { ReasonField } from './ReasonField'
import { OrderField } from './OrderField'
import { useFeeding, type Feeding } from './use-feeding'

interface Props {
  title: string
  lotId: string | null
  scanned: boolean
  unsent?: UnsentCommand | undefined
  views: ReactNode
  onDone: () => void
}

/**
 * 投料: scan the lot, enter the kilograms, feed; the other fields keep their last values. Saved on this phone at once.
 */
export function FeedScreen({ title, lotId, scanned, unsent, views, onDone }: Props) {
  const { t } = useTranslation(['feeding', 'orders'])
  const feeding = useFeeding(lotId, scanned, unsent)
  const mayFeed = useCanCall(feedAdds[0]!.endpoint)
  const { save, busy } = useSave(feeding, unsent, onDone)
  const language = useLanguage()
  const say = usePresetTexts(feeding.lot?.reason)
  useReportDirty(feeding.entry.kg !== null)
  const { entry, ready, stopped, order, lot, material: fed } = feeding
  const [ask, dialog] = useConfirm()
  // Refusals that depend only on the lot are displayed before an order is chosen.
  const more = stopped.filter(({ code }) => !feeding.findings.some((one) => one.code === code))
  const found = byPlace([...more, ...feeding.findings])
  const refused = places.filter((place) => found[place].some(({ warning }) => !warning))
  const into = feeding.hoppers.find(({ id }) => id === feeding.hopperId)
  const kg = entry.kg === null ? '' : formatNumber(entry.kg, { language, unit: 'kg', decimals: 3 })
  const params = {
    order: order?.number ?? '',
    orderState: order ? t(`orders:workOrder.options.state.${order.state}`) : '',
    lot: lot?.number ?? '',
    material: fed ? String(getFieldInLanguage(material, fed, 'name', language)) : '',
    expiresOn: lot?.expiresOn ?? '',
    reason: say(lot?.reason ?? '–'),
    hopper: into ? `${into.code} ${String(getFieldInLanguage(hopper, into, 'name', language))}` : '',
    takes: into?.takes ? t(`feed.options.kind.${into.takes}`) : '',
    kind: fed ? t(`feed.options.kind.${fed.kind}`) : '',
  }
  const says = (place: Place) => <FindingList findings={found[place]} params={params} />
  const why = joinWords(
    refused.map((place) => t(`feed.fields.${FIELDS[place]}`)),
    language,
  )
  // Hint for the first missing input.
  const missing = busy
    ? ''
    : t(`pages.rawMaterial.${!fed ? 'scanLot' : !order ? 'chooseOrder' : entry.kg === null ? 'enterKg' : 'refused'}`)
  // More than the capacity can be fed little by little, but is far more often a typing error.
  const tooFull = feeding.findings.find(({ code }) => code === 'moreThanHolds')
  const feedIt = async () => {
    const sure =
      !tooFull ||
      (await ask({
        thing: params.hopper || params.material,
        sentence: t('pages.rawMaterial.sureOfMore', {
          value: kg,
          limit: formatNumber(tooFull.limit ?? null, { language, unit: 'kg', decimals: 3 }),
        }),
        confirmLabel: t('pages.rawMaterial.feed', { kg }),
        danger: false,
      }))
    if (sure) await save()
  }
  return (
    <PageFrame
      title={title}
      sub={t('pages.rawMaterial.lead')}
      primary={
        mayFeed && (
          <ExplainedButton
            look="primary"
            icon={<CheckIcon size={20} />}
            disabledReason={why ? t('pages.rawMaterial.refusedAt', { fields: why }) : ready && !busy ? null : missing}
            onClick={() => void feedIt()}
          >
            {t('pages.rawMaterial.feed', { kg })}
          </ExplainedButton>
        )
      }
    >
      {views}
      {dialog}
      {feeding.loading ? (
        <SkeletonDetail />
      ) : feeding.unread.orders ? (
        <NotLoadedView of={feeding.unread.orders} />
      ) : (
        <div className="feed-page">
          {mayFeed && (
            <div className="feed-form">
              <LotCard feeding={feeding} says={says('lot')} />
              <FeedFields feeding={feeding} says={says} />
            </div>
          )}
          <FeedLines
            lines={feeding.lines}
            refs={feeding.refs}
            line={order?.lineId ?? null}
            unread={feeding.unread.lines}
          />
        </div>
      )}
    </PageFrame>
  )
}

const FIELDS = { lot: 'lotId', kg: 'kg', order: 'workOrderId', hopper: 'hopperId' } as const satisfies Record<
  Place,
  string
>

/** Input fields of a feed, each with its findings. */
function FeedFields({ feeding, says }: { feeding: Feeding; says: (place: Place) => ReactNode }) {
  const { t } = useTranslation('feeding')
  return (
    <>
      <AmountFields feeding={feeding} says={says('kg')} />
      <OrderField feeding={feeding} says={says('order')} />
      <HopperField feeding={feeding} says={says('hopper')} />
      {feeding.asksReason && <ReasonField feeding={feeding} />}
      <div className="filter">
        <label htmlFor="feed-note">{t('feed.fields.note')}</label>
        <input
          id="feed-note"
          className="ui-input"
          maxLength={1000}
          value={feeding.entry.note}
          onChange={(event) => feeding.change({ note: event.target.value })}
          autoComplete="off"
        />
      </div>
    </>
  )
}

function useSave(
  feeding: Feeding,
  unsent: UnsentCommand | undefined,
  onDone: () => void,
): { save: () => Promise<void>; busy: boolean } {
  const { t } = useTranslation(['feeding', 'client'])
  const { entry, order, material: fed, hopperId, ready, asksReason } = feeding
  const { endpoint } = feedAdds.find(({ kind }) => kind === fed?.kind) ?? feedAdds[0]!
  const command = useCommand(endpoint)
  const [saving, setSaving] = useState(false)
  async function save() {
    if (!ready || !order?.lineId || !fed || entry.kg === null || saving) return
    setSaving(true)
    try {
      const store = await getPhone()
      const body = {
        id: String(unsent?.body['id'] ?? createUuid7()),
        workOrderId: order.id,
        lineId: order.lineId,
        hopperId: needsHopper(fed.kind) ? hopperId : null,
        materialId: fed.id,
        lotId: entry.lotId,
        kg: entry.kg,
        entry: entry.scanned ? ('scanned' as const) : ('typed' as const),
        note: entry.note.trim() || null,
        reason: (asksReason && entry.reason.trim()) || null,
        occurredAt: String(unsent?.body['occurredAt'] ?? store.moment()),
      }
      const result = unsent ? toQueuedResult(unsent.id) : await command.run(body)
      if (unsent) await store.edit(unsent.id, body)
      void notifySaved(t, result)
      // The next bag is usually of another lot, for the same order.
      feeding.change({ lotId: null, materialId: null, hopperId: null, kg: null, scanned: false, note: '', reason: '' })
      onDone()
    } catch (error) {
      void notify(
        t('pages.rawMaterial.notSaved', { reason: error instanceof Error ? error.message : String(error) }),
        'fail',
      )
    } finally {
      setSaving(false)
    }
  }
  return { save, busy: saving || command.busy }
}
