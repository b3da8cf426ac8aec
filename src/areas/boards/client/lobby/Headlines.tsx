import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { figures } from '@/plant/rules/figures'
import type { ScreenData } from './screen-data'
import { wallNumber } from './wall-number'

const DECIMALS: Readonly<Record<string, number>> = { outputKg: 0, kwhPerKg: 2 }
/** Units that have no room beside a large figure stand small behind it. */
const isLong = (name: keyof typeof figures): boolean => figures[name].unit.includes('/')
/** The five figures of today, each beside its target. */
export function Headlines({ figures: shown }: { figures: ScreenData['top']['figures'] }) {
  const { t } = useTranslation(['boards', 'plant'])
  const language = useLanguage()
  const text = (name: keyof typeof figures, value: number | null) =>
    wallNumber(value, isLong(name) ? '' : figures[name].unit, DECIMALS[name] ?? 1, language)
  return (
    <dl className="wall-figures">
      {shown.map(({ figure, value, target, reachedPercent }) => (
        <div key={figure} data-tone={toneOf(reachedPercent)}>
          <dt>{t(`plant:figures.${figure}.name`)}</dt>
          <dd>
            {text(figure, value)}
            {isLong(figure) && value !== null && <small> {figures[figure].unit}</small>}
          </dd>
          <dd className="wall-target">
            {target === null ? t('wall.noTarget') : t('wall.target', { value: text(figure, target) })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
/** A running day has not reached its target yet: it is told by words and bar, alarm is for rates that fall short by a tenth. */
export const toneOf = (percent: number | null): 'good' | 'near' | 'short' | 'none' =>
  percent === null ? 'none' : percent >= 100 ? 'good' : percent >= 90 ? 'near' : 'short'
