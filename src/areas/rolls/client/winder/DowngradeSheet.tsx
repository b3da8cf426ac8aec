import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { CheckIcon, CloseIcon } from '@/client/ui/icons'
import { Sheet } from '@/client/ui/Sheet'
import { downgradeRoll } from '../../contract/jumbo-commands'
import { defectKinds, type DefectKind } from '../../rules/defect-map'
import { gradeKg } from '../../rules/slit-roll'
import { NumberField } from './NumberField'
import { rollName } from './roll-words'
import { useStep } from '@/client/api/use-step'
import type { Roll } from './winder-state'

type Down = Endpoint<Record<string, unknown>, unknown>
type Line = Roll['downgrades'][number]
const GRADES = ['downgraded', 'waste'] as const

/** 降等: metres of the roll, or all of it; what it makes of the mass is shown before it is saved. */
export function DowngradeSheet({ roll, onClose }: { roll: Roll; onClose: () => void }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const length = roll.lengthM ?? 0
  const [lines, setLines] = useState<readonly Line[]>(roll.downgrades)
  const [fromM, setFrom] = useState<number | null>(0)
  const [toM, setTo] = useState<number | null>(length)
  const [grade, setGrade] = useState<(typeof GRADES)[number]>('downgraded')
  const [defect, setDefect] = useState<DefectKind | null>(null)
  const command = useStep(downgradeRoll as Down)
  const fits = fromM !== null && toM !== null && fromM < toM && toM <= length
  const next: readonly Line[] = defect && fits ? [...lines, { fromM, toM, grade, defect, reason: null }] : lines
  const kg = gradeKg(roll.netKg ?? roll.expectedKg ?? 0, length, next)
  const mass = (value: number) => formatNumber(value, { language, unit: 'kg', decimals: 1 })
  const changed = next.length !== roll.downgrades.length || next.some((line, i) => line !== roll.downgrades[i])
  const save = async () => {
    if (await command.run({ id: roll.id, downgrades: next }, { baseVersion: roll.version })) onClose()
  }
  return (
    <Sheet open onClose={onClose} title={`${t('actions.jumboRoll_downgrade')} · ${rollName(roll, t)}`}>
      <form
        className="wd-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {lines.length > 0 && (
          <ul className="wd-lines">
            {lines.map((line, index) => (
              <li key={`${line.fromM} ${line.toM} ${line.defect}`}>
                <span>{`${line.fromM}–${line.toM} m · ${t(`jumboRoll.options.grade.${line.grade}`)} · ${t(`jumboRoll.subOptions.downgrades.defect.${line.defect}`)}`}</span>
                <Button
                  look="quiet"
                  icon={<CloseIcon size={20} />}
                  aria-label={t('pages.winder.dropLine', { line: `${line.fromM}–${line.toM} m` })}
                  onClick={() => setLines(lines.filter((_, at) => at !== index))}
                />
              </li>
            ))}
          </ul>
        )}
        <ChoiceGrid
          label={t('jumboRoll.fields.grade')}
          options={GRADES.map((key) => ({ key, word: t(`jumboRoll.options.grade.${key}`) }))}
          value={grade}
          onChange={setGrade}
        />
        <div className="wd-two">
          <NumberField
            label={t('jumboRoll.sub.downgrades.fromM')}
            unit="m"
            value={fromM}
            onChange={setFrom}
            judge={() => ({ tone: fits ? 'idle' : 'bad', word: null })}
          />
          <NumberField
            label={t('jumboRoll.sub.downgrades.toM')}
            unit="m"
            value={toM}
            onChange={setTo}
            hint={t('pages.winder.ofLength', { length: formatNumber(length, { language, unit: 'm' }) })}
            judge={() => ({ tone: fits ? 'idle' : 'bad', word: null })}
          />
        </div>
        <ChoiceGrid
          label={t('jumboRoll.sub.downgrades.defect')}
          options={defectKinds.map((key) => ({ key, word: t(`jumboRoll.subOptions.downgrades.defect.${key}`) }))}
          value={defect}
          onChange={setDefect}
        />
        <p className="wd-sum">
          <span>{t('jumboRoll.options.grade.good')}</span>
          <b>{mass(kg.good)}</b>
        </p>
        <p className="wd-sum">
          <span>
            {t('jumboRoll.options.grade.downgraded')} / {t('jumboRoll.options.grade.waste')}
          </span>
          <b>
            {mass(kg.downgraded)} / {mass(kg.waste)}
          </b>
        </p>
        <div className="ui-actions">
          <Button type="submit" look="primary" icon={<CheckIcon size={20} />} disabled={!changed || command.busy}>
            {t('pages.winder.saveDowngrade')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
