import './winder/winder-forms.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { CheckIcon } from '@/client/ui/icons'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { defectKinds, type DefectKind } from '../rules/defect-map'
import { spanProblem } from '../rules/downgrades'
import { gradeKg } from '../rules/slit-roll'
import { DowngradesSaid, type Downgrade, type Downgrades, type TakenBack } from './DowngradesSaid'
import { NumberField } from './winder/NumberField'

export type { Downgrades }
const GRADES = ['downgraded', 'waste'] as const

/** 降等: downgrades all or some metres of a jumbo or slit roll; the effect on the mass is shown before saving. */
export function DowngradeForm({
  of,
  downgrades,
  takenBack,
  lengthM,
  kg: whole,
  defect: likely = null,
  busy,
  onSave,
  onTakeBack,
}: {
  of: 'jumboRoll' | 'slitRoll'
  downgrades: Downgrades
  takenBack: TakenBack
  /** Metres count from the roll's own start of winding. */
  lengthM: number
  /** Weighed, or expected, mass. */
  kg: number | null
  /** The defect already recorded for the roll. */
  defect?: DefectKind | null
  busy: boolean
  onSave: (downgrades: Downgrades) => void
  onTakeBack?: ((line: Downgrade, why: string) => Promise<boolean>) | undefined
}) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const [fromM, setFrom] = useState<number | null>(0)
  const [toM, setTo] = useState<number | null>(lengthM)
  const [grade, setGrade] = useState<(typeof GRADES)[number]>('downgraded')
  const [defect, setDefect] = useState<DefectKind | null>(null)
  const fits = fromM !== null && toM !== null && spanProblem({ fromM, toM }, lengthM) === null
  const next: Downgrades = defect && fits ? [...downgrades, { fromM, toM, grade, defect, reason: null }] : downgrades
  const kg = gradeKg(whole ?? 0, lengthM, next)
  const mass = (value: number) => formatNumber(value, { language, unit: 'kg', decimals: 1 })
  const changed = next.length !== downgrades.length
  const why = !fits ? t('pages.downgrade.metresWrong') : changed || busy ? null : t('pages.downgrade.defectFirst')
  // The recorded defect comes first, so that it takes one tap.
  const kinds = likely ? [likely, ...defectKinds.filter((kind) => kind !== likely)] : defectKinds
  return (
    <div className="wd-form">
      <DowngradesSaid {...{ of, downgrades, takenBack, busy, onTakeBack }} />
      <form
        className="wd-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!why && !busy) onSave(next)
        }}
      >
        <ChoiceGrid
          label={t('pages.downgrade.becomes')}
          showsLabel
          inOneRow
          options={GRADES.map((key) => ({ key, word: t(`pages.downgrade.grades.${key}`) }))}
          value={grade}
          onChange={setGrade}
        />
        <div className="wd-two">
          <NumberField
            label={t(`${of}.sub.downgrades.fromM`)}
            unit="m"
            value={fromM}
            onChange={setFrom}
            judge={() => ({ tone: fits ? 'idle' : 'bad', word: null })}
          />
          <NumberField
            label={t(`${of}.sub.downgrades.toM`)}
            unit="m"
            value={toM}
            onChange={setTo}
            hint={t('pages.winder.ofLength', { length: formatNumber(lengthM, { language, unit: 'm' }) })}
            judge={() => ({ tone: fits ? 'idle' : 'bad', word: null })}
          />
        </div>
        <ChoiceGrid
          label={t(`${of}.sub.downgrades.defect`)}
          options={kinds.map((key) => ({ key, word: t(`${of}.subOptions.downgrades.defect.${key}`) }))}
          value={defect}
          onChange={setDefect}
        />
        <p className="wd-sum">
          <span>{t(`${of}.options.grade.good`)}</span>
          <b>{mass(kg.good)}</b>
        </p>
        <p className="wd-sum">
          <span>
            {t(`${of}.options.grade.downgraded`)} / {t(`${of}.options.grade.waste`)}
          </span>
          <b>
            {mass(kg.downgraded)} / {mass(kg.waste)}
          </b>
        </p>
        <div className="ui-actions">
          <ExplainedButton type="submit" look="primary" icon={<CheckIcon size={20} />} disabledReason={why}>
            {t('pages.winder.saveDowngrade')}
          </ExplainedButton>
        </div>
      </form>
    </div>
  )
}
