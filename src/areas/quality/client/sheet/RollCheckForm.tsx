import './sheet.css'
import '../inspection/inspection.css'
import '@/plant/client/sheet/sheet-form.css'
import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useRowText } from '@/client/i18n/use-row-text'
import { FormField } from '@/client/resource/FormField'
import { FormProvider } from '@/client/resource/FormProvider'
import { useDraft, type BaseRow, type FormDraft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { FormIssueList } from '@/client/resource/FormIssueList'
import { CheckIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import type { Endpoint } from '@/contract/endpoint'
import { product } from '@/areas/standards/contract/product'
import { addCheck, editCheck } from '../../contract/quality-check'
import { blankReadings, checkVerdict, metreBeyond } from '../../rules/quality-check'
import { checkTones } from '../tones'
import { DefectChips, type Defects } from './DefectChips'
import { Readings, type ReadingLines } from './Readings'
import { useCheckedRoll, type Named } from './use-checked-roll'

const SHOWN = ['images', 'readings', 'defects', 'note'] as const
export interface RollCheckFormProps {
  named: Named
  /** The check to correct; undefined for a new one. */
  row?: BaseRow | undefined
  unsent?: UnsentCommand | undefined
  onBack: () => void
  onDone: (id: string) => void
}
type Looked = ReturnType<typeof useCheckedRoll>

/** 质量检验 on one screen: photos, readings with limits, defects. Shows the result before the check is saved. */
export function RollCheckForm(props: RollCheckFormProps) {
  const { named, row, unsent } = props
  const key = `check ${unsent?.id ?? row?.id ?? named.id ?? named.number ?? ''}`
  const draft = useDraft(key)
  const looked = useCheckedRoll(named)
  if (draft.found === undefined || looked.waits)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  return <Fields {...props} draft={draft} draftKey={key} looked={looked} />
}
function startOf({ of, id, number }: Named, { roll, template }: Looked): FormValues {
  return {
    ...(of === 'slitRoll' ? { slitRollId: id } : of === 'jumboRoll' ? { jumboRollId: id } : {}),
    ...(roll?.number || number ? { number: roll?.number ?? number } : {}),
    ...(roll ? { seenGrade: roll.grade } : {}),
    ...(template ? { templateId: template.id } : {}),
    images: [],
    readings: template ? blankReadings(template.items) : [],
    defects: [],
    note: null,
  }
}
function Fields({
  named,
  row,
  unsent,
  onBack,
  onDone,
  draft,
  draftKey,
  looked,
}: RollCheckFormProps & { draft: FormDraft; draftKey: string; looked: Looked }) {
  const { t } = useTranslation('quality')
  // Fixed when the form opens: `seenGrade` is the grade the inspector saw then.
  const [start] = useState(() => startOf(named, looked))
  const correcting = row !== undefined || unsent?.op === editCheck.name
  const form = useForm({
    endpoint: (correcting ? editCheck : addCheck) as Endpoint<FormValues, unknown>,
    title: t('actions.qualityCheck_add'),
    only: SHOWN,
    start,
    draft,
    draftKey,
    onBack,
    onDone: ({ id }) => onDone(id),
    check: (values) => {
      const beyond = metreBeyond((values['defects'] ?? []) as Defects, looked.web.lengthM)
      if (!beyond) return []
      const { metre, length } = beyond
      return [{ name: 'defects', message: t('refusals.defectOutside', { metre, length, number: looked.number }) }]
    },
    ...(row ? { row } : {}),
    ...(unsent ? { unsent } : {}),
  })
  const readings = (form.values['readings'] ?? []) as ReadingLines
  const defects = (form.values['defects'] ?? []) as Defects
  const { result } = checkVerdict({ readings, defects })
  const { busy } = form.submit
  return (
    <FormProvider form={form} title={looked.number || t('actions.qualityCheck_add')}>
      <PageFrame
        title={looked.number || t('actions.qualityCheck_add')}
        sub={<RollFacts looked={looked} named={named} />}
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
            <StateBadge tone={checkTones[result]}>{t(`qualityCheck.options.result.${result}`)}</StateBadge>
          </p>
          <FormField form={form} name="images" />
          <FormField form={form} name="readings">
            {readings.length > 0 ? (
              <Readings readings={readings} disabled={busy} onChange={(next) => form.set({ readings: next })} />
            ) : (
              <p className="quiet">{t('pages.sheet.noSheet')}</p>
            )}
          </FormField>
          <FormField form={form} name="defects">
            <DefectChips
              defects={defects}
              web={looked.web}
              disabled={busy}
              onChange={(next) => form.set({ defects: next })}
            />
          </FormField>
          <FormField form={form} name="note" />
        </div>
      </PageFrame>
    </FormProvider>
  )
}
/** One line about the roll, or a note that this phone cannot look it up. */
function RollFacts({ looked: { roll, product: made, number, web, strips }, named }: { looked: Looked; named: Named }) {
  const { t } = useTranslation(['quality', 'rolls'])
  const language = useLanguage()
  const nameOf = useRowText(product, 'name')
  if (!roll) return named.number ? <>{t('pages.sheet.offlineRoll', { number })}</> : null
  return (
    <>
      {[
        made && nameOf(made),
        web.widthMm && formatNumber(web.widthMm, { language, unit: 'mm', decimals: 0 }),
        web.lengthM && formatNumber(web.lengthM, { language, unit: 'm', decimals: 0 }),
        strips.notGood > 0 && roll.grade === 'good'
          ? t('pages.sheet.stripsNotGood', { count: strips.notGood, all: strips.all })
          : t(`qualityCheck.options.seenGrade.${roll.grade}`),
      ]
        .filter(Boolean)
        .join(' · ')}
    </>
  )
}
