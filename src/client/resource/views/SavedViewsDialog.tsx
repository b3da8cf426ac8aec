import './views.css'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { Resource } from '@/contract/resource'
import { deleteView, saveView, listSavedViews } from '@/contract/saved-view'
import { notify } from '../../api/notify'
import { useEndpoint } from '../../api/use-list'
import { useCommand } from '../../api/use-command'
import { Button } from '../../ui/Button'
import { DeleteIcon, LinkIcon } from '../../ui/icons'
import { Dialog } from '../../ui/Dialog'
import { loadLayout } from '../../ui/table/column-layout'
import { recordTrouble } from '../../ui/trouble'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { NotLoadedView } from '../NotLoadedView'
import { Checkbox } from '../../ui/Toggles'
import { TextInput } from '../../ui/TextInput'
import { buildViewAddress, buildViewLink, toViewQuery, type SavedViewState, type SavedView } from './saved-view'

interface SavedViewsDialogProps {
  resource: Resource
  openView: SavedViewState
  onClose: () => void
}
/** Saved views of a list: open, link, share, delete, and save the current list as a view. */
export default function SavedViewsDialog({ resource, openView, onClose }: SavedViewsDialogProps) {
  const { t } = useTranslation('client')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const savedViews = useEndpoint(listSavedViews, { list: resource.name, page: pathname })
  const openAddress = (address: string) => {
    void navigate(address)
    onClose()
  }
  const mayShare = savedViews.data?.mayShare === true
  return (
    <Dialog open onClose={onClose} title={t('views.title')}>
      <div className="views stack gap-4">
        {savedViews.error && !savedViews.data ? (
          <NotLoadedView query={savedViews} />
        ) : (
          <ul>
            <li>
              <button type="button" aria-current={openView.view === null} onClick={() => openAddress(pathname)}>
                <b>{t('views.none')}</b>
              </button>
            </li>
            {savedViews.data?.views.map((view) => (
              <SavedViewRow
                key={view.id}
                view={view}
                isOpen={view.id === openView.view?.id}
                mayShare={mayShare}
                onShow={() => openAddress(buildViewAddress(view))}
                onRemoved={() => view.id === openView.view?.id && openAddress(pathname)}
              />
            ))}
          </ul>
        )}
        {savedViews.data && (
          <SaveViewForm resource={resource} openView={openView} mayShare={mayShare} onSaved={openAddress} />
        )}
      </div>
    </Dialog>
  )
}

interface SavedViewRowProps {
  view: SavedView
  isOpen: boolean
  mayShare: boolean
  onShow: () => void
  onRemoved: () => void
}
function SavedViewRow({ view, isOpen, mayShare, onShow, onRemoved }: SavedViewRowProps) {
  const { t } = useTranslation('client')
  const saveCommand = useCommand(saveView)
  const deleteCommand = useCommand(deleteView)
  const [ask, dialog] = useConfirm()
  const { own: isOwn, owner: _owner, ...viewValues } = view
  async function copyLink() {
    try {
      await navigator.clipboard.writeText(buildViewLink(view))
      void notify(t('views.copied'), 'success')
    } catch (error) {
      recordTrouble('not copied', error) // without https there is no clipboard: show the link for manual copying
      void notify(buildViewLink(view))
    }
  }
  async function removeView() {
    if (!(await ask({ objectName: view.name }))) return
    if (await deleteCommand.run({ id: view.id, version: view.version }, { savedMessage: t('resource.deleted') }))
      onRemoved()
  }
  return (
    <li>
      <button type="button" aria-current={isOpen} onClick={onShow}>
        <b>{view.name}</b>
        {!isOwn && <small className="quiet">{t('views.by', { person: view.owner })}</small>}
      </button>
      {isOwn && mayShare && (
        <label>
          <Checkbox
            checked={view.shared}
            disabled={saveCommand.busy}
            onChange={(event) => void saveCommand.run({ ...viewValues, shared: event.target.checked })}
          />
          {t('views.shared')}
        </label>
      )}
      {view.shared && (
        <Button
          look="quiet"
          icon={<LinkIcon size={20} />}
          aria-label={t('views.copy', { name: view.name })}
          title={t('views.copy', { name: view.name })}
          onClick={() => void copyLink()}
        />
      )}
      {isOwn && (
        <Button
          look="quiet"
          icon={<DeleteIcon size={20} />}
          aria-label={t('views.delete', { name: view.name })}
          title={t('views.delete', { name: view.name })}
          disabled={deleteCommand.busy}
          onClick={() => void removeView()}
        />
      )}
      {dialog}
    </li>
  )
}

/** Saves the current list under a new name, or over the person's own open view. */
function SaveViewForm({
  resource,
  openView,
  mayShare,
  onSaved,
}: {
  resource: Resource
  openView: SavedViewState
  mayShare: boolean
  onSaved: (address: string) => void
}) {
  const { t } = useTranslation('client')
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const saveCommand = useCommand(saveView)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const layout = loadLayout(openView.choiceKey) ?? openView.layout
  const currentView = {
    list: resource.name,
    page: pathname,
    query: toViewQuery(params),
    columns: layout ? JSON.stringify(layout) : null,
  }
  async function save(nameValues: { id?: string; version?: number; name: string; shared: boolean }) {
    const result = await saveCommand.run({ ...currentView, ...nameValues })
    if (result && !result.queued) onSaved(buildViewAddress({ ...result.data, own: true, owner: '' }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save({ name: name.trim(), shared })
  }
  const { view } = openView
  return (
    <form onSubmit={submit}>
      {view?.own && (
        <Button
          look={openView.isChanged ? 'primary' : 'plain'}
          disabled={saveCommand.busy}
          onClick={() => void save({ id: view.id, version: view.version, name: view.name, shared: view.shared })}
        >
          {t('views.update', { name: view.name })}
        </Button>
      )}
      <label className="views-name">
        <span>{t('views.saveAs')}</span>
        <TextInput value={name} maxLength={60} placeholder={t('views.name')} onChange={setName} />
      </label>
      {mayShare && (
        <label>
          <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)} />
          {t('views.share')}
        </label>
      )}
      <Button type="submit" disabled={saveCommand.busy || name.trim() === ''}>
        {t('resource.save')}
      </Button>
    </form>
  )
}
