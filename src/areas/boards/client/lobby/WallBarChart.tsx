import { useTranslation } from 'react-i18next'

export interface WallBar {
  readonly name: string
  readonly value: number | null
  readonly target?: number | null
  /** The formatted value. */
  readonly text: string
}
/** Bar chart of several days, large enough for a wall. A line across each bar is its target. */
export function WallBarChart({ question, bars }: { question: string; bars: readonly WallBar[] }) {
  const { t } = useTranslation('boards')
  const maxValue = Math.max(1e-9, ...bars.flatMap(({ value, target }) => [value ?? 0, target ?? 0]))
  return (
    <figure className="wall-bars">
      <figcaption>{question}</figcaption>
      <ol>
        {bars.map(({ name, value, target, text }) => (
          <li key={name}>
            <b>{value === null ? t('wall.none') : text}</b>
            <div>
              <i
                style={{ height: `${((value ?? 0) / maxValue) * 100}%` }}
                data-short={target != null && value !== null && value < target}
              />
              {target != null && <s style={{ bottom: `${(target / maxValue) * 100}%` }} />}
            </div>
            <span>{name}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
