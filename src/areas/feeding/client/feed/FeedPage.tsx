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
import { useFeedForm, type FeedFormState } from './use-feed-form'

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
  const feedForm = useFeedForm(lotId, isScanned, unsent)
  const canFeed = useCanCall(feedAddCommands[0]!.endpoint)
  const { save, busy } = useSaveFeed(feedForm, unsent, onDone)
  const language = useLanguage()
  const zone = usePlantZone()
  const translateReason = usePresetTexts(feedForm.lot?.reason)
  useReportDirty(feedForm.entry.kg !== null)
  const { entry, isReady, lotRefusals, order, lot, material: fedMaterial } = feedForm
  const [confirm, confirmDialog] = useConfirm()
  // Refusals that depend only on the lot are displayed before an order is chosen.
  const extraLotRefusals = lotRefusals.filter(({ code }) => !feedForm.findings.some((finding) => finding.code === code))
  const findingsByField = groupFindingsByField([...extraLotRefusals, ...feedForm.findings])
  const refusedFields = findingFields.filter((field) => findingsByField[field].some(({ isWarning }) => !isWarning))
  const chosenHopper = feedForm.hoppers.find(({ id }) => id === feedForm.hopperId)
  const kgText = entry.kg === null ? '' : formatNumber(entry.kg, { language, unit: 'kg', decimals: 3 })
  const findingParams = {
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
  const renderFindings = (field: FindingField) => (
    <FindingList findings={findingsByField[field]} params={findingParams} />
  )
  const refusedFieldNames = joinWords(
    refusedFields.map((field) => t(`feed.fields.${FIELD_NAMES[field]}`)),
    language,
  )
  const missingHint = busy ? '' : t(`pages.rawMaterial.${getMissingInput(feedForm)}`)
  const getDisabledReason = (): string | null => {
    if (refusedFieldNames) return t('pages.rawMaterial.refusedAt', { fields: refusedFieldNames })
    return isReady && !busy ? null : missingHint
  }
  // A mass above the capacity can be fed little by little, but it is far more often a typing error.
  const overfillFinding = feedForm.findings.find(({ code }) => code === 'moreThanHolds')
  const confirmAndSave = async () => {
    const isConfirmed =
      !overfillFinding ||
      (await confirm({
        objectName: findingParams.hopper || findingParams.material,
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
            disabledReason={getDisabledReason()}
            onClick={() => void confirmAndSave()}
          >
            {t('pages.rawMaterial.feed', { kg: kgText })}
          </ExplainedButton>
        )
      }
    >
      {viewTabs}
      {confirmDialog}
      {feedForm.isLoading ? (
        <SkeletonDetail />
      ) : feedForm.loadErrors.orders ? (
        <NotLoadedView query={feedForm.loadErrors.orders} />
      ) : (
        <div className="feed-page">
          {canFeed && (
            <div className="stack gap-3">
              <LotCard feedForm={feedForm} messages={renderFindings('lot')} />
              <FeedFields feedForm={feedForm} renderFindings={renderFindings} />
            </div>
          )}
          <ShiftFeedList
            shiftFeeds={feedForm.shiftFeeds}
            refs={feedForm.refs}
            lineId={order?.lineId ?? null}
            isLoading={feedForm.areFeedsLoading}
            loadError={feedForm.loadErrors.shiftFeeds}
          />
        </div>
      )}
    </PageFrame>
  )
}

/** Returns the locale key of the first missing input; `refused` if nothing is missing. */
function getMissingInput({ material: fedMaterial, order, entry }: FeedFormState) {
  if (!fedMaterial) return 'scanLot'
  if (!order) return 'chooseOrder'
  return entry.kg === null ? 'enterKg' : 'refused'
}

const FIELD_NAMES = { lot: 'lotId', kg: 'kg', order: 'workOrderId', hopper: 'hopperId' } as const satisfies Record<
  FindingField,
  string
>

/** Input fields of a feed, each with its findings. */
function FeedFields({
  feedForm,
  renderFindings,
}: {
  feedForm: FeedFormState
  renderFindings: (field: FindingField) => ReactNode
}) {
  const { t } = useTranslation('feeding')
  return (
    <>
      <MassField feedForm={feedForm} messages={renderFindings('kg')} />
      <OrderField feedForm={feedForm} messages={renderFindings('order')} />
      <HopperField feedForm={feedForm} messages={renderFindings('hopper')} />
      {feedForm.isReasonNeeded && <ReasonField feedForm={feedForm} />}
      <div className="filter">
        <label htmlFor="feed-note">{t('feed.fields.note')}</label>
        <TextInput
          id="feed-note"
          maxLength={1000}
          value={feedForm.entry.note}
          onChange={(typed) => feedForm.changeEntry({ note: typed })}
          autoComplete="off"
        />
      </div>
    </>
  )
}

function useSaveFeed(
  feedForm: FeedFormState,
  unsent: UnsentCommand | undefined,
  onDone: () => void,
): { save: () => Promise<void>; busy: boolean } {
  const { entry, order, material: fedMaterial, hopperId, isReady, isReasonNeeded } = feedForm
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
    feedForm.changeEntry({
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
function ReasonField({ feedForm: { entry, changeEntry } }: { feedForm: FeedFormState }) {
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
