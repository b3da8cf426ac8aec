let asking: Promise<boolean> | null = null

/**
 * Asks for the password again; resolves to true if the server accepted it. Concurrent calls share one dialog, which is
 * loaded on first use.
 */
export function enterPasswordAgain(): Promise<boolean> {
  asking ??= import('./PasswordAgain')
    .then(({ askPasswordAgain }) => askPasswordAgain())
    .finally(() => {
      asking = null
    })
  return asking
}
