/** The key of session storage under which the user id stands. */
export const USER_ID = 'userId'
/** The user id the route guard asks for; null when nobody is signed in in this tab. */
export const storedUserId = (): string | null => sessionStorage.getItem(USER_ID)
