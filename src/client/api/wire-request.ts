import { splitRoute, type Endpoint, type HttpMethod } from '@/contract/endpoint'

export interface WireRequest {
  method: HttpMethod
  url: string
  body: BodyInit | null
  contentType: string | null
}
/** Files of a multipart call, by field. */
export type UploadFiles = Readonly<Record<string, readonly Blob[]>>

const QUERY_METHODS: readonly HttpMethod[] = ['GET', 'DELETE', 'OPTIONS']

/**
 * Builds a request from an input: in the query for GET, DELETE and OPTIONS, else as JSON, or as a form for files and
 * workbooks. A raw body is the one blob of `files.bytes`, with the input in the query. Path parameters (`{id}` or
 * `:id`) are filled from the input and removed from it. `routeIndex` selects one of several routes.
 */
export function toWireRequest(
  base: string,
  endpoint: Endpoint<never, unknown>,
  input: unknown,
  routeIndex = 0,
  files?: UploadFiles,
): WireRequest {
  const routeText = endpoint.routes[routeIndex]
  if (!routeText) throw new Error(`${endpoint.name} has no route ${routeIndex}`)
  const { method, path } = splitRoute(routeText)
  const remainingInput: Record<string, unknown> = { ...(input as Record<string, unknown> | undefined) }
  const filledPath = path.replace(/\{(\w+)\}|:(\w+)/g, (_all, braced?: string, colon?: string) => {
    const name = braced ?? colon ?? ''
    const value = remainingInput[name]
    delete remainingInput[name]
    return encodeURIComponent(String(value ?? ''))
  })
  const url = base + filledPath
  if (endpoint.body === 'raw')
    return {
      method,
      url: appendQuery(url, remainingInput),
      body: files?.['bytes']?.[0] ?? null,
      contentType: 'application/octet-stream',
    }
  if (QUERY_METHODS.includes(method))
    return { method, url: appendQuery(url, remainingInput), body: null, contentType: null }
  if (endpoint.body === 'multipart' || endpoint.body === 'sheet')
    return { method, url, body: buildFormData(remainingInput, files), contentType: null }
  return { method, url, body: JSON.stringify(remainingInput), contentType: 'application/json' }
}

function appendQuery(url: string, values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) query.set(name, toParamText(value))
  }
  const queryText = query.toString()
  return queryText ? `${url}${url.includes('?') ? '&' : '?'}${queryText}` : url
}
/** Formats ids and plain values separated by commas, as the server parses them; nested values as JSON. */
function toParamText(value: unknown): string {
  if (Array.isArray(value))
    return value.every((item) => typeof item !== 'object') ? value.join(',') : JSON.stringify(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
function buildFormData(values: Record<string, unknown>, files: UploadFiles = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && !(name in files)) form.append(name, toParamText(value))
  }
  for (const [name, blobs] of Object.entries(files)) {
    for (const file of blobs) form.append(name, file, file instanceof File ? file.name : name)
  }
  return form
}
