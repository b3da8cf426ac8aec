import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getAllowedCommands } from '@/contract/command-rights'
import { useRow } from '@/client/api/use-list'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { CustomFieldSpecsContext } from '@/client/fields/custom'
import { useNames } from '@/client/fields/options'
import { getFieldInLanguage } from '@/contract/language'
import { useLanguage } from '@/client/format/use-language'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { ExportButton } from '@/client/resource/ExportButton'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useActor } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { StateBadge } from '@/client/ui/StateBadge'
import { materialLot } from '@/areas/feeding/contract/material'
import { certificateFile } from '../../contract/inspection-endpoints'
import {
  attachCertificate,
  decisionCommands,
  recordInspection,
  reopenInspection,
} from '../../contract/inspection-commands'
import { materialInspection } from '../../contract/material-inspection'
import { formatMean, formatReadings } from '../../rules/parse-readings'
import { inspectionResultTones, inspectionSeverityTones, inspectionStateTones } from '../inspection-tones'
import { DecideInspectionDialog } from './DecideInspectionDialog'
import { JudgementBadge } from './ItemReadingsList'
import {
  getItemName,
  formatItemComparison,
  formatItemLimits,
  formatSamplingPlan,
  type InspectionWithPending,
  type TranslateKey,
} from './format-inspection'
import { useInspectionColumns } from './RecordInspectionForm'

const panelCommands = [recordInspection, reopenInspection, attachCertificate] as const
type PanelCommand = (typeof panelCommands)[number]
/** Commands that are not the main next step. */
const secondaryCommands: readonly PanelCommand[] = [reopenInspection, attachCertificate]
const detailFields = [
  'examined',
  'defects',
  'inspectedOn',
  'inspectedBy',
  'decidedBy',
  'decidedAt',
  'reason',
  'note',
] as const
const lotFields = ['number', 'supplierLot', 'receivedOn', 'receivedKg', 'expiresOn', 'state', 'documents']

/** One inspection: plan, items with readings, the lot with its certificate, and the commands allowed to this user. */
export function InspectionPanel({
  row,
  refs,
  onBack,
  onOpenCommandForm,
  onRemoved,
}: {
  row: InspectionWithPending
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onOpenCommandForm: (act: string) => void
  onRemoved: () => void
}) {
  const { t } = useTranslation('incoming')
  const language = useLanguage()
  const [isDeciding, setIsDeciding] = useState(false)
  const photos = useDisplayPhotos(row.images)
  const customColumns = useInspectionColumns(row.materialId)
  const actor = useActor()
  const allowedCommands = getAllowedCommands<PanelCommand>(panelCommands, row, actor)
  const canDecide = getAllowedCommands(decisionCommands, row, actor).length > 0
  const lot = useRow(materialLot, row.lotId)
  const material = useNames('material', row.materialId ? [row.materialId] : [], refs)[row.materialId ?? '']
  const isInspecting = row.state === 'inspecting'
  const hasCustomValues = (customColumns['materialInspection'] ?? []).length > 0 || Object.keys(row.extra).length > 0
  return (
    <PageFrame
      title={row.number || t('materialInspection.name')}
      subtitle={[material, getFieldInLanguage(materialInspection, row, 'supplier', language)]
        .filter(Boolean)
        .join(' · ')}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          {(lot.row?.documents.length ?? 0) > 0 && <ExportButton endpoint={certificateFile} input={{ id: row.id }} />}
          {isInspecting && (
            <RemoveRowButton
              endpoint={materialInspection.endpoints.remove}
              row={row}
              title={row.number}
              onRemoved={onRemoved}
            />
          )}
        </>
      }
      primary={
        (allowedCommands.length > 0 || canDecide) && (
          <CommandButtons
            commands={allowedCommands}
            row={row}
            // With a result, the decision is the main next step.
            secondaryCommands={canDecide && row.result !== 'open' ? panelCommands : secondaryCommands}
            onOpenForm={({ action }) => onOpenCommandForm(action)}
          >
            {canDecide && (
              <Button
                {...(row.result === 'open' ? { className: 'beside' } : { look: 'primary' as const })}
                onClick={() => setIsDeciding(true)}
              >
                {t('pages.inspections.decide')}
              </Button>
            )}
          </CommandButtons>
        )
      }
    >
      <div className="incoming stack gap-3">
        <p className="chips">
          <ResourceStateBadge resource={materialInspection} state={row.state} tones={inspectionStateTones} />
          <ResourceStateBadge
            resource={materialInspection}
            field="result"
            state={row.result}
            tones={inspectionResultTones}
          />
          {row.sampling === 'gbt2828' && (
            <ResourceStateBadge
              resource={materialInspection}
              field="severity"
              state={row.severity}
              tones={inspectionSeverityTones}
            />
          )}
          {row.discontinued && <StateBadge tone="bad">{t('materialInspection.fields.discontinued')}</StateBadge>}
        </p>
        <SamplingPlanCard row={row} />
        <ItemsTable row={row} />
        {photos.length > 0 && <PhotoStrip photos={photos} />}
        <CustomFieldSpecsContext.Provider value={customColumns}>
          <ResourceDetailView
            resource={materialInspection}
            row={row}
            refs={refs}
            fieldNames={[...detailFields.filter((name) => row[name] !== null), ...(hasCustomValues ? ['extra'] : [])]}
          />
        </CustomFieldSpecsContext.Provider>
        {lot.row && (
          <section>
            <h2>{t('pages.inspections.lotFacts')}</h2>
            <ResourceDetailView resource={materialLot} row={lot.row} refs={{}} fieldNames={lotFields} />
            {lot.row.documents.length === 0 && <p className="quiet">{t('pages.inspections.noCertificate')}</p>}
          </section>
        )}
      </div>
      {isDeciding && <DecideInspectionDialog row={row} onClose={() => setIsDeciding(false)} />}
    </PageFrame>
  )
}

/** Standard, sampling plan and progress of the sample. */
function SamplingPlanCard({ row }: { row: InspectionWithPending }) {
  const { t } = useTranslation('incoming')
  const standardTexts = [
    row.standardCode &&
      t('pages.inspections.standard', { code: row.standardCode, revision: row.standardRevision ?? '' }),
    row.sampling && t(`materialInspection.options.sampling.${row.sampling}`),
    row.aql !== null && t('pages.inspections.aqlLevel', { aql: row.aql, level: row.level ?? '' }),
  ].filter(Boolean)
  const resultTexts = [
    row.sampleSize !== null &&
      t('pages.inspections.examined', { examined: row.examined ?? 0, sampleSize: row.sampleSize }),
    row.nonconforming > 0 && t('pages.inspections.nonconforming', { n: row.nonconforming }),
  ].filter(Boolean)
  return (
    <div className="ui-card incoming-plan stack gap-1">
      <b>{formatSamplingPlan(row, t as TranslateKey)}</b>
      <span>{resultTexts.join(' · ')}</span>
      <small className="quiet">{standardTexts.join(' · ')}</small>
    </div>
  )
}
const itemColumns = ['item', 'limits', 'readings', 'mean', 'judgement'] as const
function ItemsTable({ row }: { row: InspectionWithPending }) {
  const { t } = useTranslation('incoming')
  const language = useLanguage()
  const verdictWords = { ok: t('pages.inspections.conforms'), notOk: t('pages.inspections.conformsNot') }
  if (row.items.length === 0)
    return <p className="quiet">{t(row.number ? 'pages.inspections.noItems' : 'pages.inspections.itemsLater')}</p>
  return (
    <section>
      <h2>{t('pages.inspections.items')}</h2>
      <div className="incoming-table">
        <table>
          <thead>
            <tr>
              {itemColumns.map((head) => (
                <th key={head}>{t(`pages.inspections.${head}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row.items.map((item, i) => (
              <tr key={`${item.name} ${item.unit}`}>
                <th scope="row">{getItemName(item, language)}</th>
                <LabelledCell
                  label={t('pages.inspections.limits')}
                  text={formatItemLimits(item)}
                  hint={formatItemComparison(item, t)}
                />
                <LabelledCell
                  label={t('pages.inspections.readings')}
                  text={formatReadings(row.readings, i, verdictWords)}
                  isOutsideLimits={item.judgement === 'notOk'}
                />
                <LabelledCell label={t('pages.inspections.mean')} text={formatMean(item, row.readings, i)} />
                <td>
                  <JudgementBadge judgement={item.judgement} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
/** Table cell that phones show with its label. Phones hide a cell without text. */
const LabelledCell = ({
  label,
  text,
  hint,
  isOutsideLimits,
}: {
  label: string
  text: string | null
  hint?: string | null
  isOutsideLimits?: boolean
}) => (
  <td
    className={[text === null && 'is-empty', isOutsideLimits && 'is-out'].filter(Boolean).join(' ') || undefined}
    data-head={label}
  >
    <div>
      {text ?? '–'}
      {hint && (
        <>
          <br />
          <small className="quiet">{hint}</small>
        </>
      )}
    </div>
  </td>
)
