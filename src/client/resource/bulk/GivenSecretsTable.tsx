import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { notify } from '../../api/notify'
import { Button } from '../../ui/Button'
import { recordTrouble } from '../../ui/trouble'
import type { ListRow } from '../build-columns'
import type { BulkErrand } from './run-errands'

/** Secrets given to rows, such as new passwords: displayed once, to be passed on, and stored nowhere. */
export function GivenSecretsTable({
  of,
  name,
  errands,
  getRowName,
  onCopied,
}: {
  of: Resource
  /** Name of the input that holds the secret. */
  name: string
  errands: readonly BulkErrand[]
  getRowName: (row: ListRow) => string
  /** Everything displayed was copied. */
  onCopied: () => void
}) {
  const { t } = useTranslation('client')
  if (errands.length === 0) return null
  // The login name, if it is not part of the title.
  const [key, ...more] = of.unique[0] ?? []
  const login = key !== undefined && more.length === 0 && !of.title.includes(key) ? key : null
  const lines = errands.map(({ row, input }) => [
    getRowName(row),
    ...(login ? [String(row[login] ?? '')] : []),
    String(input[name]),
  ])
  async function copy() {
    try {
      await navigator.clipboard.writeText(lines.map((line) => line.join('\t')).join('\n'))
      onCopied()
      void notify(t('fields.copied'), 'success')
    } catch (error) {
      recordTrouble('not copied: it stands there to be written down', error)
    }
  }
  return (
    <section className="ui-card is-warned bulk-given" role="status">
      <p>{t('bulk.givenOnce')}</p>
      <table>
        <tbody>
          {lines.map((line) => (
            <tr key={line.join(' ')}>
              {line.map((part, at) => (
                <td key={at}>{at === line.length - 1 ? <code>{part}</code> : part}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button onClick={() => void copy()}>{t('fields.copy')}</Button>
    </section>
  )
}
