let pendingRequest: Promise<boolean> | null = null

/**
 * Asks for the password again; resolves to true if the server accepted it. Concurrent calls share one dialog, which is
 * loaded on first use.
 */
export function requestPasswordAgain(): Promise<boolean> {
  pendingRequest ??= import('./PasswordAgainDialog')
    .then(({ askPasswordAgain }) => askPasswordAgain())
    .finally(() => {
      pendingRequest = null
    })
  return pendingRequest
}
