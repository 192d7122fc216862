"""Accounts of a server that is asked what its description says.

session.py sign-up ADDRESS NAME         signs somebody up
session.py secure ADDRESS NAME          the same with a second factor: prints a recovery code
session.py sign-in ADDRESS NAME [CODE]  signs somebody in: prints the cookies of the session
"""

import base64
import hashlib
import hmac
import struct
import sys
import time

import requests

PASSWORD = "violet lantern 92 otter"


def code_of(secret):
    """The code that an app shows now (RFC 6238)."""
    step = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(base64.b32decode(secret), step, hashlib.sha1).digest()
    begin = digest[-1] & 0xF
    number = struct.unpack(">I", digest[begin : begin + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def main(what, address, name, code=None):
    browser = requests.Session()

    def ask(method, path, body):
        answer = browser.request(method, f"{address}/api/v1{path}", json=body)
        answer.raise_for_status()
        return answer.json()

    who = {"username": name, "password": PASSWORD}
    if what == "sign-in":
        step = ask("POST", "/session", who)
        if code:
            ask("POST", "/session/code", {"ticket": step["ticket"], "code": code})
        print("; ".join(f"{name}={value}" for name, value in browser.cookies.items()))
    else:
        ask("POST", "/account", who)
    if what == "secure":
        factor = "/account/second-factor"
        secret = ask("POST", factor, {"password": PASSWORD})["secret"]
        print(ask("PUT", factor, {"code": code_of(secret)})["recovery_codes"][0])


main(*sys.argv[1:])
