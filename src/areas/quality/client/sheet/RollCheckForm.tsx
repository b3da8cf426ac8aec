import './sheet.css'
import '../inspection/inspection.css'
import '@/plant/client/shift-record/sheet-form.css'
import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useRowText } from '@/client/i18n/labels'
import { FormField, FormIssueList, FormProvider } from '@/client/resource/FormField'
import { useDraft, type BaseRow, type FormDraft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { CheckIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PageSkeleton } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import type { Endpoint } from '@/contract/endpoint'
import { product } from '@/areas/standards/contract/product'
import { addCheck, editCheck } from '../../contract/quality-check'
import { createBlankReadings, deriveCheckResult } from '../../rules/quality-check'
import { findMetreBeyondEnd } from '../../rules/check-downgrades'
import { checkResultTones } from '../tones'
import { DefectsField, type DefectList } from './DefectsField'
import { ReadingsField, type ReadingList } from './ReadingsField'
import { useCheckedRoll, type CheckedRollReference } from './use-checked-roll'

const FIELD_NAMES = ['images', 'readings', 'defects', 'note'] as const
export interface RollCheckFormProps {
  rollReference: CheckedRollReference
  /** The check to correct; undefined for a new one. */
  row?: BaseRow | undefined
  unsent?: UnsentCommand | undefined
  onBack: () => void
  onDone: (id: string) => void
}
type CheckedRoll = ReturnType<typeof useCheckedRoll>

/** 质量检验 on one screen: photos, readings with limits, defects. Shows the result before the check is saved. */
export function RollCheckForm(props: RollCheckFormProps) {
  const { rollReference, row, unsent } = props
  const draftKey = `check ${unsent?.id ?? row?.id ?? rollReference.id ?? rollReference.number ?? ''}`
  const draft = useDraft(draftKey)
  const checkedRoll = useCheckedRoll(rollReference)
  if (draft.storedDraft === undefined || checkedRoll.isLoading) return <PageSkeleton />
  return <RollCheckFields {...props} draft={draft} draftKey={draftKey} checkedRoll={checkedRoll} />
}
function buildInitialValues(
  { resource, id, number }: CheckedRollReference,
  { roll, template }: CheckedRoll,
): FormValues {
  return {
    ...(resource === 'slitRoll' ? { slitRollId: id } : resource === 'jumboRoll' ? { jumboRollId: id } : {}),
    ...(roll?.number || number ? { number: roll?.number ?? number } : {}),
    ...(roll ? { seenGrade: roll.grade } : {}),
    ...(template ? { templateId: template.id } : {}),
    images: [],
    readings: template ? createBlankReadings(template.items) : [],
    defects: [],
    note: null,
  }
}
function RollCheckFields({
  rollReference,
  row,
  unsent,
  onBack,
  onDone,
  draft,
  draftKey,
  checkedRoll,
}: RollCheckFormProps & { draft: FormDraft; draftKey: string; checkedRoll: CheckedRoll }) {
  const { t } = useTranslation('quality')
  // Fixed when the form opens: `seenGrade` is the grade the inspector saw then.
  const [initialValues] = useState(() => buildInitialValues(rollReference, checkedRoll))
  const isCorrecting = row !== undefined || unsent?.op === editCheck.name
  const form = useForm({
    endpoint: (isCorrecting ? editCheck : addCheck) as Endpoint<FormValues, unknown>,
    title: t('actions.qualityCheck_add'),
    fieldNames: FIELD_NAMES,
    startValues: initialValues,
    draft,
    draftKey,
    onBack,
    onDone: ({ id }) => onDone(id),
    check: (values) => {
      const outsideMetre = findMetreBeyondEnd((values['defects'] ?? []) as DefectList, checkedRoll.web.lengthM)
      if (!outsideMetre) return []
      const { metre, length } = outsideMetre
      return [{ name: 'defects', message: t('refusals.defectOutside', { metre, length, number: checkedRoll.number }) }]
    },
    ...(row ? { row } : {}),
    ...(unsent ? { unsent } : {}),
  })
  const readings = (form.values['readings'] ?? []) as ReadingList
  const defects = (form.values['defects'] ?? []) as DefectList
  const { result } = deriveCheckResult({ readings, defects })
  const { busy } = form.submit
  return (
    <FormProvider form={form} title={checkedRoll.number || t('actions.qualityCheck_add')}>
      <PageFrame
        title={checkedRoll.number || t('actions.qualityCheck_add')}
        subtitle={<RollSummary checkedRoll={checkedRoll} rollReference={rollReference} />}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={busy} icon={<CheckIcon size={20} />} onClick={form.save}>
            {t('pages.sheet.save', { result: t(`qualityCheck.options.result.${result}`) })}
          </Button>
        }
      >
        <FormIssueList form={form} />
        <div className="sheet-form roll-check">
          <p className="roll-check-result">
            <StateBadge tone={checkResultTones[result]}>{t(`qualityCheck.options.result.${result}`)}</StateBadge>
          </p>
          <FormField form={form} name="images" />
          <FormField form={form} name="readings">
            {readings.length > 0 ? (
              <ReadingsField
                readings={readings}
                disabled={busy}
                onChange={(next) => form.setValues({ readings: next })}
              />
            ) : (
              <p className="quiet">{t('pages.sheet.noSheet')}</p>
            )}
          </FormField>
          <FormField form={form} name="defects">
            <DefectsField
              defects={defects}
              web={checkedRoll.web}
              disabled={busy}
              onChange={(next) => form.setValues({ defects: next })}
            />
          </FormField>
          <FormField form={form} name="note" />
        </div>
      </PageFrame>
    </FormProvider>
  )
}
/** One line about the roll, or a note that this phone cannot look it up. */
function RollSummary({
  checkedRoll: { roll, product: rollProduct, number, web, slitRollCounts },
  rollReference,
}: {
  checkedRoll: CheckedRoll
  rollReference: CheckedRollReference
}) {
  const { t } = useTranslation(['quality', 'rolls'])
  const language = useLanguage()
  const getProductName = useRowText(product, 'name')
  if (!roll) return rollReference.number ? <>{t('pages.sheet.offlineRoll', { number })}</> : null
  return (
    <>
      {[
        rollProduct && getProductName(rollProduct),
        web.widthMm && formatNumber(web.widthMm, { language, unit: 'mm', decimals: 0 }),
        web.lengthM && formatNumber(web.lengthM, { language, unit: 'm', decimals: 0 }),
        slitRollCounts.notGood > 0 && roll.grade === 'good'
          ? t('pages.sheet.stripsNotGood', { count: slitRollCounts.notGood, all: slitRollCounts.total })
          : t(`qualityCheck.options.seenGrade.${roll.grade}`),
      ]
        .filter(Boolean)
        .join(' · ')}
    </>
  )
}
