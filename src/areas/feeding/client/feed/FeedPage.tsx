import '../feeding.css'
import '@/client/fields/fields.css'
import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { getFieldInLanguage } from '@/contract/language'
import { type UnsentCommand } from '@/client/api/phone'
import { useCommand } from '@/client/api/use-command'
import { getPlantMoment } from '@/client/clock'
import { useLanguage, joinWords } from '@/client/format/use-language'
import { formatNumber } from '@/client/format/number'
import { formatMoment } from '@/client/format/time'
import { usePresetTexts } from '@/client/fields/presets'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { useCanCall } from '@/client/session/use-session'
import { useReportDirty } from '@/client/shell/dirty-forms'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { ExplainedButton } from '@/client/ui/Button'
import { CheckIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { hopper } from '@/areas/equipment/contract/hopper'
import { feedAddCommands } from '../../contract/feed'
import { material } from '../../contract/material'
import { needsHopper, PREPARATION_HOURS } from '../../rules/feed'
import { TextInput } from '@/client/ui/TextInput'
import { MassField } from './MassField'
import { ShiftFeedList } from './ShiftFeedList'
import { FindingList, groupFindingsByField, findingFields, type FindingField } from './FindingList'
import { HopperField } from './HopperField'
import { LotCard } from './LotCard'
import { OrderField } from './OrderField'
import { useFeeding, type Feeding } from './use-feeding'

interface FeedPageProps {
  title: string
  lotId: string | null
  isScanned: boolean
  /** Unsent feed to correct. */
  unsent?: UnsentCommand | undefined
  viewTabs: ReactNode
  onDone: () => void
}

/**
 * 投料: scan the lot, enter the kilograms, feed; the other fields keep their last values. Saved on this phone at once.
 */
export function FeedPage({ title, lotId, isScanned, unsent, viewTabs, onDone }: FeedPageProps) {
  const { t } = useTranslation(['feeding', 'orders'])
  const feeding = useFeeding(lotId, isScanned, unsent)
  const canFeed = useCanCall(feedAddCommands[0]!.endpoint)
  const { save, busy } = useSaveFeed(feeding, unsent, onDone)
  const language = useLanguage()
  const zone = usePlantZone()
  const translateReason = usePresetTexts(feeding.lot?.reason)
  useReportDirty(feeding.entry.kg !== null)
  const { entry, isReady, lotRefusals, order, lot, material: fedMaterial } = feeding
  const [confirm, confirmDialog] = useConfirm()
  // Refusals that depend only on the lot are displayed before an order is chosen.
  const extraLotRefusals = lotRefusals.filter(({ code }) => !feeding.findings.some((finding) => finding.code === code))
  const findingsByField = groupFindingsByField([...extraLotRefusals, ...feeding.findings])
  const refusedFields = findingFields.filter((field) => findingsByField[field].some(({ isWarning }) => !isWarning))
  const chosenHopper = feeding.hoppers.find(({ id }) => id === feeding.hopperId)
  const kgText = entry.kg === null ? '' : formatNumber(entry.kg, { language, unit: 'kg', decimals: 3 })
  const params = {
    order: order?.number ?? '',
    orderState: order ? t(`orders:workOrder.options.state.${order.state}`) : '',
    lot: lot?.number ?? '',
    material: fedMaterial ? String(getFieldInLanguage(material, fedMaterial, 'name', language)) : '',
    expiresOn: lot?.expiresOn ?? '',
    receivedOn: lot?.receivedOn ?? '',
    startedAt: order?.startedAt ? formatMoment(order.startedAt, zone) : '',
    at: formatMoment(getPlantMoment(), zone),
    hours: String(PREPARATION_HOURS),
    reason: translateReason(lot?.reason ?? '–'),
    hopper: chosenHopper
      ? `${chosenHopper.code} ${String(getFieldInLanguage(hopper, chosenHopper, 'name', language))}`
      : '',
    takes: chosenHopper?.takes ? t(`feed.options.kind.${chosenHopper.takes}`) : '',
    kind: fedMaterial ? t(`feed.options.kind.${fedMaterial.kind}`) : '',
  }
  const renderFindings = (field: FindingField) => <FindingList findings={findingsByField[field]} params={params} />
  const refusedFieldNames = joinWords(
    refusedFields.map((field) => t(`feed.fields.${FIELD_NAMES[field]}`)),
    language,
  )
  // Hint for the first missing input.
  const missingHint = busy
    ? ''
    : t(
        `pages.rawMaterial.${!fedMaterial ? 'scanLot' : !order ? 'chooseOrder' : entry.kg === null ? 'enterKg' : 'refused'}`,
      )
  // A mass above the capacity can be fed little by little, but it is far more often a typing error.
  const overfillFinding = feeding.findings.find(({ code }) => code === 'moreThanHolds')
  const confirmAndSave = async () => {
    const isConfirmed =
      !overfillFinding ||
      (await confirm({
        objectName: params.hopper || params.material,
        question: t('pages.rawMaterial.sureOfMore', {
          value: kgText,
          limit: formatNumber(overfillFinding.limit ?? null, { language, unit: 'kg', decimals: 3 }),
        }),
        confirmLabel: t('pages.rawMaterial.feed', { kg: kgText }),
        isDangerous: false,
      }))
    if (isConfirmed) await save()
  }
  return (
    <PageFrame
      title={title}
      subtitle={t('pages.rawMaterial.lead')}
      primary={
        canFeed && (
          <ExplainedButton
            look="primary"
            icon={<CheckIcon size={20} />}
            disabledReason={
              refusedFieldNames
                ? t('pages.rawMaterial.refusedAt', { fields: refusedFieldNames })
                : isReady && !busy
                  ? null
                  : missingHint
            }
            onClick={() => void confirmAndSave()}
          >
            {t('pages.rawMaterial.feed', { kg: kgText })}
          </ExplainedButton>
        )
      }
    >
      {viewTabs}
      {confirmDialog}
      {feeding.isLoading ? (
        <SkeletonDetail />
      ) : feeding.loadErrors.orders ? (
        <NotLoadedView query={feeding.loadErrors.orders} />
      ) : (
        <div className="feed-page">
          {canFeed && (
            <div className="feed-form">
              <LotCard feeding={feeding} messages={renderFindings('lot')} />
              <FeedFields feeding={feeding} renderFindings={renderFindings} />
            </div>
          )}
          <ShiftFeedList
            shiftFeeds={feeding.shiftFeeds}
            refs={feeding.refs}
            lineId={order?.lineId ?? null}
            loadError={feeding.loadErrors.shiftFeeds}
          />
        </div>
      )}
    </PageFrame>
  )
}

const FIELD_NAMES = { lot: 'lotId', kg: 'kg', order: 'workOrderId', hopper: 'hopperId' } as const satisfies Record<
  FindingField,
  string
>

/** Input fields of a feed, each with its findings. */
function FeedFields({
  feeding,
  renderFindings,
}: {
  feeding: Feeding
  renderFindings: (field: FindingField) => ReactNode
}) {
  const { t } = useTranslation('feeding')
  return (
    <>
      <MassField feeding={feeding} messages={renderFindings('kg')} />
      <OrderField feeding={feeding} messages={renderFindings('order')} />
      <HopperField feeding={feeding} messages={renderFindings('hopper')} />
      {feeding.isReasonNeeded && <ReasonField feeding={feeding} />}
      <div className="filter">
        <label htmlFor="feed-note">{t('feed.fields.note')}</label>
        <TextInput
          id="feed-note"
          maxLength={1000}
          value={feeding.entry.note}
          onChange={(typed) => feeding.changeEntry({ note: typed })}
          autoComplete="off"
        />
      </div>
    </>
  )
}

function useSaveFeed(
  feeding: Feeding,
  unsent: UnsentCommand | undefined,
  onDone: () => void,
): { save: () => Promise<void>; busy: boolean } {
  const { entry, order, material: fedMaterial, hopperId, isReady, isReasonNeeded } = feeding
  const { endpoint } = feedAddCommands.find(({ kind }) => kind === fedMaterial?.kind) ?? feedAddCommands[0]!
  const command = useCommand(endpoint)
  async function save() {
    if (!isReady || !order?.lineId || !fedMaterial || entry.kg === null) return
    const body = {
      id: String(unsent?.body['id'] ?? createUuid7()),
      workOrderId: order.id,
      lineId: order.lineId,
      hopperId: needsHopper(fedMaterial.kind) ? hopperId : null,
      materialId: fedMaterial.id,
      lotId: entry.lotId,
      kg: entry.kg,
      entry: entry.isScanned ? ('scanned' as const) : ('typed' as const),
      note: entry.note.trim() || null,
      reason: (isReasonNeeded && entry.reason.trim()) || null,
    }
    if (!(await command.run(body, { unsent }))) return
    // The next bag is usually of another lot, for the same order.
    feeding.changeEntry({
      lotId: null,
      materialId: null,
      hopperId: null,
      kg: null,
      isScanned: false,
      note: '',
      reason: '',
    })
    onDone()
  }
  return { save, busy: command.busy }
}

/** Reason to overrule a refusal; displayed only if a reason can lift it. */
function ReasonField({ feeding: { entry, changeEntry } }: { feeding: Feeding }) {
  const { t } = useTranslation('feeding')
  return (
    <div className="filter">
      <label htmlFor="feed-reason">{t('feed.fields.reason')}</label>
      <TextInput
        id="feed-reason"
        maxLength={1000}
        value={entry.reason}
        placeholder={t('pages.rawMaterial.reasonNeeded')}
        onChange={(typed) => changeEntry({ reason: typed })}
        autoComplete="off"
      />
    </div>
  )
}
