import './fields.css'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toSearchText } from '@/contract/language'
import { MAX_PICK_LIST_OPTIONS } from '@/contract/kit'
import { hasScannableLabel } from '../area-registry'
import { findRowOrReason } from '../api/scanned-row'
import { useLanguage, joinWords } from '../format/use-language'
import { Button } from '../ui/Button'
import { Link } from 'react-router-dom'
import { NotLoadedView } from '../resource/NotLoadedView'
import { useReturnState } from '../resource/return-with-row'
import { useAddFormLink } from '@/client/shell/row-address'
import { CheckIcon, CloseIcon, DownIcon, PlusIcon, ScanIcon } from '../ui/icons'
import { ScannerDialog } from '../ui/ScannerDialog'
import { Dialog } from '../ui/Dialog'
import { GroupedChoiceButton } from './GroupedChoiceButton'
import { useFormScope, useFirstChoices, type FirstChoice } from './form-scope'
import { useNames, useOptions } from './options'

export interface PickerProps {
  resource: string
  id: string
  label: string
  ids: readonly string[]
  multiple: boolean
  /** Allows clearing the selection; true by default. */
  clearable?: boolean
  /** `label` is the name of a row picked from the list. */
  onPick: (ids: string[], label?: string) => void
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
  /** Known names by id. */
  refs?: Readonly<Record<string, string>>
  /** Placeholder; "Choose" by default. */
  placeholder?: string
  /**
   * Hook that searches the options, if not every row of the resource is allowed. Disables scanning, since a scanned row
   * might not be allowed.
   */
  useSearch?: (keyword: string) => OptionSearch
  /** Form field that receives the new row if the user follows the link "Add" and returns. */
  field?: string | undefined
  /** Opens the form's own scanner, which handles codes that this phone does not know. */
  onScan?: (() => void) | undefined
}
/** Search result; `total` is set if there are more matches. */
export interface OptionSearch {
  list: readonly FirstChoice[]
  total?: number
  isOffline: boolean
  isBusy: boolean
  /** Error if the options could not be loaded; `refetch` retries. */
  error?: Error | null
  refetch?: () => void
}

/** Picks rows of a resource by typing, or by scanning if the rows have labels. */
export function Picker({
  resource,
  id,
  label,
  ids,
  multiple,
  clearable = true,
  onPick,
  disabled,
  invalid,
  describedBy,
  refs,
  placeholder,
  useSearch,
  field,
  onScan,
}: PickerProps) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const scope = useFormScope()
  const [isListOpen, setListOpen] = useState(false)
  const [isScanning, setIsScanning] = useState(false)
  const names = useNames(resource, ids, refs ?? scope.refs)
  const text =
    ids.length === 0
      ? (placeholder ?? t('fields.choose'))
      : joinWords(
          ids.map((rowId) => names[rowId] ?? '…'),
          language,
        )
  const pickOption = (optionId: string, optionLabel: string) => {
    if (!multiple) {
      onPick([optionId], optionLabel)
      setListOpen(false)
    } else onPick(ids.includes(optionId) ? ids.filter((otherId) => otherId !== optionId) : [...ids, optionId])
  }
  async function onScanned(code: string) {
    const { hit, reason } = await findRowOrReason(code, [resource], {
      unknownMessage: t('shell.scan.unknown', { code }),
    })
    if (!hit) return reason
    setIsScanning(false)
    return onPick(multiple ? [...new Set([...ids, hit.id])] : [hit.id])
  }
  return (
    <span className="with-unit strip middle">
      <button
        type="button"
        id={id}
        className="ui-input pick"
        disabled={disabled}
        aria-haspopup="dialog"
        aria-label={`${label}: ${text}`}
        data-invalid={invalid ?? false}
        aria-describedby={describedBy}
        onClick={() => setListOpen(true)}
      >
        <span className={ids.length === 0 ? 'quiet' : undefined}>{text}</span>
        <DownIcon size={16} />
      </button>
      {clearable && ids.length > 0 && !disabled && (
        <Button
          aria-label={`${t('fields.clear')} ${label}`}
          icon={<CloseIcon size={20} />}
          onClick={() => onPick([])}
        />
      )}
      {!disabled && (onScan || (!useSearch && hasScannableLabel(resource))) && (
        <Button
          aria-label={`${t('fields.scan')} ${label}`}
          icon={<ScanIcon size={20} />}
          onClick={onScan ?? (() => setIsScanning(true))}
        />
      )}
      <Dialog open={isListOpen} onClose={() => setListOpen(false)} title={label}>
        {!multiple && !useSearch && (
          <GroupedChoiceButton resource={resource} label={label} chosenId={ids[0] ?? null} onChoose={pickOption} />
        )}
        <OptionList
          resource={resource}
          chosenIds={ids}
          onSelect={pickOption}
          useSearch={useSearch ?? createRowSearch(resource)}
          field={field ?? null}
        />
        <div className="ui-actions">
          <Button onClick={() => setListOpen(false)}>{t(multiple ? 'ui.done' : 'ui.close')}</Button>
        </div>
      </Dialog>
      {isScanning && <ScannerDialog onCode={onScanned} onClose={() => setIsScanning(false)} hint={label} />}
    </span>
  )
}

/**
 * Link to the form that adds the first row of the resource; nothing if the user may not add one. The current form is
 * stored as a draft, and the user returns to it afterwards.
 */
function AddFirstLink({ resource, field }: { resource: string; field: string | null }) {
  const { t } = useTranslation('client')
  const returnState = useReturnState(field)
  const address = useAddFormLink()(resource)
  return (
    address && (
      <Link to={address} state={returnState} className="ui-button is-primary pick-add">
        <PlusIcon size={20} />
        {t('resource.add')}
      </Link>
    )
  )
}

const createRowSearch = (resource: string) =>
  function useRows(keyword: string): OptionSearch {
    return useOptions(resource, keyword)
  }
function OptionList({
  resource,
  chosenIds,
  onSelect,
  useSearch,
  field,
}: {
  resource: string
  chosenIds: readonly string[]
  onSelect: (id: string, label: string) => void
  useSearch: (keyword: string) => OptionSearch
  field: string | null
}) {
  const { t } = useTranslation('client')
  const [keyword, setKeyword] = useState('')
  // oxlint-disable-next-line react/hooks -- a picker keeps its search hook while it is mounted
  const { list, total = 0, isOffline, isBusy, error = null, refetch } = useSearch(keyword)
  const searchText = toSearchText(keyword)
  const firstChoices = useFirstChoices(resource).filter(({ label }) => toSearchText(label).includes(searchText))
  const otherOptions = list.filter(({ id }) => !firstChoices.some((choice) => choice.id === id))
  // Enter picks the only match, or the match whose code or name was typed completely. By default it would submit the
  // surrounding form.
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const selectable = [...firstChoices, ...otherOptions].filter((option) => option.disabledReason === undefined)
    // The added blanks restrict the match to whole words at the beginning of the label.
    const exactMatches = selectable.filter(({ label }) => `${toSearchText(label)} `.startsWith(`${searchText} `))
    const [onlyMatch, ...furtherMatches] = exactMatches.length > 0 ? exactMatches : selectable
    if (onlyMatch && furtherMatches.length === 0 && searchText && !isBusy) onSelect(onlyMatch.id, onlyMatch.label)
  }
  const renderOption = (option: FirstChoice) => (
    <li key={option.id}>
      <button
        type="button"
        aria-pressed={chosenIds.includes(option.id)}
        disabled={option.disabledReason !== undefined}
        onClick={() => onSelect(option.id, option.label)}
      >
        <span>
          {option.label}
          {(option.note ?? option.disabledReason) && (
            <small>{[option.note, option.disabledReason].filter(Boolean).join(' · ')}</small>
          )}
        </span>
        {chosenIds.includes(option.id) && <CheckIcon size={20} />}
      </button>
    </li>
  )
  const getListMessage = () => {
    if (error) return null
    if (list.length + firstChoices.length === 0)
      return t(keyword === '' && !isOffline ? 'fields.noneYet' : 'fields.noOptions')
    if (total > list.length) return t('fields.found', { count: total })
    return list.length === MAX_PICK_LIST_OPTIONS && t('fields.someOptions', { count: list.length })
  }
  const statusText = isBusy
    ? t('fields.searching')
    : [isOffline && t('fields.offlineOptions'), getListMessage()].filter(Boolean).join(' · ')
  return (
    <>
      <input
        className="ui-input"
        type="search"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
        onKeyDown={onEnter}
        placeholder={t('fields.search')}
        aria-label={t('fields.search')}
      />
      {/* The blank keeps the height of the line. */}
      <output className="quiet pick-status">{statusText || ' '}</output>
      {error && !isBusy && refetch && <NotLoadedView query={{ error, refetch }} />}
      {keyword === '' && !isBusy && !isOffline && !error && list.length === 0 && (
        <AddFirstLink resource={resource} field={field} />
      )}
      <ul className="options">
        {firstChoices.map(renderOption)}
        {firstChoices.length > 0 && otherOptions.length > 0 && <li className="others">{t('fields.others')}</li>}
        {otherOptions.map(renderOption)}
      </ul>
    </>
  )
}
