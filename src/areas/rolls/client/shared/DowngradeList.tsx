import '../winder/winder-forms.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatNumber } from '@/client/format/number'
import { formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { translatePresets } from '@/contract/preset'
import type { Row } from '@/contract/resource'
import type { jumboRoll } from '../../contract/jumbo-roll'
import type { RenderTakeBackDialog } from './use-take-back'

export type Downgrades = Row<typeof jumboRoll>['downgrades']
export type RollDowngrade = Downgrades[number]
export type TakenBackDowngrades = Row<typeof jumboRoll>['takenBackDowngrades']

/** Returns a formatter for the metres, grade and defect of a downgrade. */
export function useFormatDowngrade(): (line: Pick<RollDowngrade, 'fromM' | 'toM' | 'grade' | 'defect'>) => string {
  const { t } = useTranslation('rolls')
  return (line) =>
    `${line.fromM}–${line.toM} m · ${t(`jumboRoll.options.grade.${line.grade}`)} · ${t(`jumboRoll.subOptions.downgrades.defect.${line.defect}`)}`
}

/**
 * Lists the downgrades of a roll, and the downgrades taken back with person, time and reason. `renderTakeBackDialog`
 * renders the dialog to take a downgrade back; undefined without the permission.
 */
export function DowngradeList({
  downgrades,
  takenBack,
  renderTakeBackDialog,
}: {
  downgrades: Downgrades
  takenBack: TakenBackDowngrades
  renderTakeBackDialog?: RenderTakeBackDialog | undefined
}) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const zone = usePlantZone()
  const formatLine = useFormatDowngrade()
  const names = useNames('user', [...new Set(takenBack.map(({ userId }) => userId))], {})
  const [lineToTakeBack, setLineToTakeBack] = useState<RollDowngrade | null>(null)
  return (
    <>
      {downgrades.length > 0 && (
        <ul className="wd-downgrades stack">
          {downgrades.map((line) => (
            <li key={`${line.fromM} ${line.toM} ${line.grade} ${line.defect}`}>
              <span>{formatLine(line)}</span>
              {renderTakeBackDialog && (
                <Button
                  aria-label={t('pages.downgrade.takeBackLine', { line: `${line.fromM}–${line.toM} m` })}
                  onClick={() => setLineToTakeBack(line)}
                >
                  {t('pages.downgrade.takeBack')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {takenBack.length > 0 && (
        <details className="wd-taken">
          <summary>{`${t('pages.downgrade.history')} (${takenBack.length})`}</summary>
          <ul className="wd-downgrades stack">
            {takenBack.toReversed().map((line) => (
              <li key={`${line.at} ${line.fromM} ${line.toM} ${line.defect}`}>
                <span>
                  <s>{formatLine(line)}</s> {formatNumber(line.kg, { language, unit: 'kg', decimals: 1 })}
                  <br />
                  <span className="quiet">
                    {t('pages.downgrade.historyLine', {
                      name: names[line.userId] ?? '',
                      at: formatMoment(line.at, zone),
                      why: translatePresets(line.why, t),
                    })}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {lineToTakeBack &&
        renderTakeBackDialog?.(lineToTakeBack, formatLine(lineToTakeBack), () => setLineToTakeBack(null))}
    </>
  )
}
