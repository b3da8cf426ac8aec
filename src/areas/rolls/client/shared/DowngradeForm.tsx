import '../winder/winder-forms.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { CheckIcon } from '@/client/ui/icons'
import { ExplainedButton } from '@/client/ui/Button'
import { defectKinds, type DefectKind } from '../../rules/defect-map'
import { findSpanProblem } from '../../rules/downgrades'
import { divideKgByGrade } from '../../rules/grade'
import type { RenderTakeBackDialog } from './use-take-back'
import { DowngradeList, type Downgrades, type TakenBackDowngrades } from './DowngradeList'
import { NumberField } from './NumberField'

export type { Downgrades }
const DOWNGRADE_GRADES = ['downgraded', 'waste'] as const

/** 降等: downgrades all or some metres of a jumbo or slit roll. Shows the effect on the mass before saving. */
export function DowngradeForm({
  downgrades,
  takenBack,
  lengthM,
  rollKg,
  likelyDefect = null,
  busy,
  onSave,
  renderTakeBackDialog,
}: {
  downgrades: Downgrades
  takenBack: TakenBackDowngrades
  /** Length of the roll. Metres count from the start of winding of this roll. */
  lengthM: number
  /** Weighed mass, or expected mass if the roll is not weighed. */
  rollKg: number | null
  /** The defect already recorded for the roll. */
  likelyDefect?: DefectKind | null
  busy: boolean
  onSave: (downgrades: Downgrades) => void
  renderTakeBackDialog?: RenderTakeBackDialog | undefined
}) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const [fromM, setFrom] = useState<number | null>(0)
  const [toM, setTo] = useState<number | null>(lengthM)
  const [grade, setGrade] = useState<(typeof DOWNGRADE_GRADES)[number]>('downgraded')
  const [defect, setDefect] = useState<DefectKind | null>(null)
  const isSpanValid = fromM !== null && toM !== null && findSpanProblem({ fromM, toM }, lengthM) === null
  const nextDowngrades: Downgrades =
    defect && isSpanValid ? [...downgrades, { fromM, toM, grade, defect, reason: null }] : downgrades
  const kgByGrade = divideKgByGrade(rollKg ?? 0, lengthM, nextDowngrades)
  const formatKg = (value: number) => formatNumber(value, { language, unit: 'kg', decimals: 1 })
  const hasNewDowngrade = nextDowngrades.length !== downgrades.length
  const getBlockReason = () => {
    if (!isSpanValid) return t('pages.downgrade.metresWrong')
    return hasNewDowngrade || busy ? null : t('pages.downgrade.defectFirst')
  }
  const blockReason = getBlockReason()
  // The defect already recorded for the roll comes first, so that people find it at once.
  const sortedKinds = likelyDefect
    ? [likelyDefect, ...defectKinds.filter((kind) => kind !== likelyDefect)]
    : defectKinds
  return (
    <div className="stack gap-3">
      <DowngradeList {...{ downgrades, takenBack, renderTakeBackDialog }} />
      <form
        className="stack gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!blockReason && !busy) onSave(nextDowngrades)
        }}
      >
        <ChoiceGrid
          label={t('pages.downgrade.becomes')}
          showsLabel
          inOneRow
          options={DOWNGRADE_GRADES.map((key) => ({ key, label: t(`pages.downgrade.grades.${key}`) }))}
          value={grade}
          onChange={setGrade}
        />
        <div className="wd-two">
          <NumberField
            label={t('jumboRoll.sub.downgrades.fromM')}
            unit="m"
            value={fromM}
            onChange={setFrom}
            evaluate={() => ({ tone: isSpanValid ? 'idle' : 'bad', label: null })}
          />
          <NumberField
            label={t('jumboRoll.sub.downgrades.toM')}
            unit="m"
            value={toM}
            onChange={setTo}
            hint={t('pages.winder.ofLength', { length: formatNumber(lengthM, { language, unit: 'm' }) })}
            evaluate={() => ({ tone: isSpanValid ? 'idle' : 'bad', label: null })}
          />
        </div>
        <ChoiceGrid
          label={t('jumboRoll.sub.downgrades.defect')}
          options={sortedKinds.map((key) => ({ key, label: t(`jumboRoll.subOptions.downgrades.defect.${key}`) }))}
          value={defect}
          onChange={setDefect}
        />
        <p className="wd-sum">
          <span>{t('jumboRoll.options.grade.good')}</span>
          <b>{formatKg(kgByGrade.good)}</b>
        </p>
        <p className="wd-sum">
          <span>
            {t('jumboRoll.options.grade.downgraded')} / {t('jumboRoll.options.grade.waste')}
          </span>
          <b>
            {formatKg(kgByGrade.downgraded)} / {formatKg(kgByGrade.waste)}
          </b>
        </p>
        <div className="ui-actions">
          <ExplainedButton type="submit" look="primary" icon={<CheckIcon size={20} />} disabledReason={blockReason}>
            {t('pages.winder.saveDowngrade')}
          </ExplainedButton>
        </div>
      </form>
    </div>
  )
}
