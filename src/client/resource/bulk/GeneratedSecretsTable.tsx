import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { notify } from '../../api/notify'
import { Button } from '../../ui/Button'
import { recordTrouble } from '../../ui/trouble'
import type { ListRow } from '../build-columns'
import type { RowCall } from './run-row-calls'

/** Generated secrets of rows, such as new passwords. They are displayed once, to be passed on, and stored nowhere. */
export function GeneratedSecretsTable({
  resource,
  secretField,
  rowCalls,
  getRowName,
  onCopied,
}: {
  resource: Resource
  /** Name of the input that holds the secret. */
  secretField: string
  rowCalls: readonly RowCall[]
  getRowName: (row: ListRow) => string
  /** Called after all displayed secrets were copied. */
  onCopied: () => void
}) {
  const { t } = useTranslation('client')
  if (rowCalls.length === 0) return null
  // The table also displays the login name (the only unique field), unless the title contains it.
  const [key, ...furtherKeys] = resource.unique[0] ?? []
  const loginField = key !== undefined && furtherKeys.length === 0 && !resource.title.includes(key) ? key : null
  const lines = rowCalls.map(({ row, input }) => [
    getRowName(row),
    ...(loginField ? [String(row[loginField] ?? '')] : []),
    String(input[secretField]),
  ])
  async function copy() {
    try {
      await navigator.clipboard.writeText(lines.map((line) => line.join('\t')).join('\n'))
      onCopied()
      void notify(t('fields.copied'), 'success')
    } catch (error) {
      recordTrouble('not copied: the secrets stay displayed', error)
    }
  }
  return (
    <section className="ui-card is-warned bulk-secrets" role="status">
      <p>{t('bulk.givenOnce')}</p>
      <table>
        <tbody>
          {lines.map((line) => (
            <tr key={line.join(' ')}>
              {line.map((cell, cellIndex) => (
                <td key={cellIndex}>{cellIndex === line.length - 1 ? <code>{cell}</code> : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button onClick={() => void copy()}>{t('fields.copy')}</Button>
    </section>
  )
}
