"""Accounts of a hosted server: register, log in and out, change the password, leave for good."""

from __future__ import annotations

from starlette.responses import Response

from flakhouse.errors import FlakhouseError, TooMany
from flakhouse.web.context import Context
from flakhouse.web.faults import Fault
from flakhouse.web.html import page, seen_other
from flakhouse.web.pages.settings import local
from flakhouse.web.security import LOGIN
from flakhouse.web.ways import Way, get, post

__all__ = ["WAYS"]


def _hosted(ctx: Context) -> None:
    if not ctx.server.config.accounts:
        raise Fault(404, "unknown", "this server has no accounts: everybody who reaches it plays")


def _login_page(ctx: Context) -> Response:
    _hosted(ctx)
    return page(ctx, "login.html", next=local(ctx.query("next", "/")), error="", name="")


def _with_login(ctx: Context, response: Response, token: str) -> Response:
    ctx.keep(response, LOGIN, token, 30 * 86_400)
    return response


def _login(ctx: Context) -> Response:
    _hosted(ctx)
    name, then = ctx.form.get("name", ""), local(ctx.form.get("next", "/"))
    account = ctx.server.accounts.authenticate(name, ctx.form.get("password", ""), ctx.address)
    ctx.server.note("login failed" if account is None else "login", ctx.request, account)
    if account is None:
        return page(ctx, "login.html", 401, next=then, error="Name or password is wrong.", name=name)
    return _with_login(ctx, seen_other(then), ctx.server.accounts.login(account.id))


def _register(ctx: Context) -> Response:
    _hosted(ctx)
    name, then = ctx.form.get("name", ""), local(ctx.form.get("next", "/"))
    if not ctx.server.config.register:
        raise Fault(403, "closed", "this server takes no new accounts; ask whoever runs it")
    if wait := ctx.server.joining.wait(f"address {ctx.address}"):
        raise Fault(429, "rate", "too many new accounts from this address; try again later", wait)
    try:
        account = ctx.server.accounts.register(name, ctx.form.get("password", ""), ctx.address)
    except TooMany:
        raise
    except FlakhouseError as bad:
        return page(ctx, "login.html", 400, next=then, error=str(bad), name=name)
    ctx.server.note("registration refused" if account is None else "registered", ctx.request, account)
    if account is None:
        taken = "This name is taken. If it is yours, log in; if not, take another."
        return page(ctx, "login.html", 400, next=then, error=taken, name=name)
    return _with_login(ctx, seen_other(then), ctx.server.accounts.login(account.id))


def _logout(ctx: Context) -> Response:
    _hosted(ctx)
    if ctx.token:
        ctx.server.accounts.logout(ctx.token)
    response = seen_other("/login")
    ctx.drop(response, LOGIN)
    return response


def _everywhere(ctx: Context) -> Response:
    """End every login, this one too."""
    _hosted(ctx)
    if ctx.account is not None:
        ctx.server.accounts.logout_everywhere(ctx.account.id)
        ctx.server.note("logged out everywhere", ctx.request, ctx.account)
    response = seen_other("/login")
    ctx.drop(response, LOGIN)
    return response


def _account(ctx: Context) -> Response:
    _hosted(ctx)
    return page(ctx, "account.html", error="", done="")


def _password(ctx: Context) -> Response:
    _hosted(ctx)
    if ctx.account is None:
        raise Fault(401, "login", "log in first")
    known = ctx.server.accounts.authenticate(ctx.account.name, ctx.form.get("old", ""), ctx.address)
    if known is None:
        ctx.server.note("password change failed", ctx.request, ctx.account)
        return page(ctx, "account.html", 400, error="The present password is wrong.", done="")
    try:
        ctx.server.accounts.change_password(ctx.account.id, ctx.form.get("new", ""), keep=ctx.token)
    except FlakhouseError as bad:
        return page(ctx, "account.html", 400, error=str(bad), done="")
    ctx.server.note("password changed", ctx.request, ctx.account)
    return page(ctx, "account.html", error="", done="The password is changed; other logins have ended.")


def _leave(ctx: Context) -> Response:
    _hosted(ctx)
    if ctx.account is None:
        raise Fault(401, "login", "log in first")
    known = ctx.server.accounts.authenticate(ctx.account.name, ctx.form.get("password", ""), ctx.address)
    if known is None:
        return page(ctx, "account.html", 400, error="The password is wrong; nothing was deleted.", done="")
    ctx.server.accounts.delete(ctx.account.id)
    ctx.server.note("account deleted", ctx.request, ctx.account)
    response = seen_other("/login")
    ctx.drop(response, LOGIN)
    return response


WAYS: list[Way] = [
    get("/login", _login_page, public=True),
    post("/login", _login, public=True),
    post("/register", _register, public=True),
    post("/logout", _logout),
    post("/logout/everywhere", _everywhere),
    get("/account", _account),
    post("/account/password", _password),
    post("/account/delete", _leave),
]
